// The 3-D view: what is in it, the camera, and when it is drawn.

/** The motions as figures, with all that moves with them. */
Invdyn.actors = (function () {
  /**
   * The poses of a motion's row.
   * @param {RobotData} robot
   * @param {Motion} motion
   * @param {number} row
   * @param {string} quantity q or q_desired
   */
  function posesAt(robot, motion, row, quantity) {
    const base = motion.base ? Array.from(motion.base.subarray(12 * row, 12 * row + 12)) : robot.base;
    return Invdyn.linkPoses(robot, Invdyn.jointValues(motion, row, quantity) ?? robot.moving.map(() => 0), base);
  }

  /**
   * The torque of each joint as a share of its strict limit; null: no limit, or no torque.
   * @param {PageData} data
   * @param {ArrayLike<number | null> | null} torques
   * @returns {(number | null)[]}
   */
  function loads(data, torques) {
    return data.robot.moving.map((joint, number) => {
      const torque = torques?.[number] ?? null;
      return torque === null ? null : Invdyn.shareOfLimit(data.robot.joints[joint], "tau")(torque);
    });
  }

  /**
   * The arrows of wrenches on the links.
   * @param {Parameters<typeof Invdyn.wrenchArrows>[0][]} wrenches
   * @param {number} extent
   * @param {Motion["contacts"]} [contacts]
   */
  function arrowsOf(wrenches, extent, contacts = []) {
    const largest = Invdyn.largestWrench(wrenches);
    const arrows = wrenches.map((wrench) => (
      { ...Invdyn.wrenchArrows(wrench, 0.25 * extent, largest, contacts[wrench.contact ?? -1]), link: wrench.link }));
    return {
      groups: arrows.map(({ group }) => group),
      /** @param {Pose[]} poses @param {number} row @param {boolean} isShown */
      place(poses, row, isShown) {
        for (const { group, link, place } of arrows) {
          place(poses[link], row);
          group.visible = isShown;
        }
      },
    };
  }

  /**
   * A robot that follows the sliders, if there is no motion.
   * @param {State} state
   * @param {any[]} geometries
   * @param {number} extent
   */
  function ofSliders(state, geometries, extent) {
    const figure = Invdyn.robotFigure(state.data, geometries, extent, false);
    const wrenches = arrowsOf(state.data.robot.wrenches, extent);
    const poses = () => Invdyn.linkPoses(state.data.robot, state.shown.q);
    const torques = () => Invdyn.staticTorques(state.data.robot, state.shown.q, state.shown.payload);
    return {
      objects: [figure.group, ...wrenches.groups],
      figure, poses, torques,
      positions: () => state.shown.q,
      update() {
        figure.place(poses());
        figure.show(state.shown.layers);
        wrenches.place(poses(), 0, state.shown.layers.has("wrenches"));
        Invdyn.colourJoints(state, figure, loads(state.data, torques()));
      },
    };
  }

  /**
   * @param {State} state
   * @param {number} number of the motion
   * @param {any[]} geometries
   * @param {number} extent
   */
  function ofMotion(state, number, geometries, extent) {
    const { data } = state, motion = state.motions[number], { robot } = data;
    const figure = Invdyn.robotFigure(data, geometries, extent, false);
    const ghost = motion.columns.has("q_desired") ? Invdyn.robotFigure(data, geometries, extent, true) : null;
    const path = Invdyn.toolPath(robot, (row) => posesAt(robot, motion, row, "q"), motion,
                                 Invdyn.pathColours[number % Invdyn.pathColours.length]);
    const wrenches = arrowsOf(motion.wrenches, extent, motion.contacts);
    const support = Invdyn.supportArea(motion);
    const poses = () => posesAt(robot, motion, Invdyn.rowAt(motion, state.shown.time), "q");
    const torques = () => {
      const row = Invdyn.rowAt(motion, state.shown.time);
      return motion.columns.get("tau")?.map((values) => (values ? values[row] : null)) ?? null;
    };
    // Torques alone have a robot that stands still, unless another one moves.
    const isDrawn = Invdyn.isPlaced(motion) || !state.motions.some(Invdyn.isPlaced);
    return {
      objects: [figure.group, path, ...(ghost ? [ghost.group] : []), ...wrenches.groups, support.group],
      figure, poses, torques,
      positions: () => Invdyn.jointValues(motion, Invdyn.rowAt(motion, state.shown.time), "q"),
      update() {
        const { layers, motions, time } = state.shown, row = Invdyn.rowAt(motion, time);
        const isShown = isDrawn && motions[number];
        const now = poses();
        figure.group.visible = isShown;
        path.visible = isShown && layers.has("path");
        figure.place(now);
        figure.show(layers);
        Invdyn.colourJoints(state, figure, loads(data, torques()));
        if (ghost) {
          ghost.group.visible = isShown && layers.has("ghost");
          ghost.place(posesAt(robot, motion, row, "q_desired"));
          ghost.show(layers);
        }
        wrenches.place(now, row, isShown && layers.has("wrenches"));
        support.place(now, row, isShown && layers.has("wrenches"));
      },
    };
  }

  return {
    /**
     * @param {State} state
     * @param {number} extent
     */
    all(state, extent) {
      const geometries = state.data.meshes.map(Invdyn.shapeObject.meshGeometry);
      if (state.motions.length === 0) return [ofSliders(state, geometries, extent)];
      return state.motions.map((_, number) => ofMotion(state, number, geometries, extent));
    },
    posesAt,
  };
})();

/**
 * Colours joints by their loads, and marks the one of the chosen finding.
 * @param {State} state
 * @param {{bodies: any[]}} figure
 * @param {(number | null)[]} loads of the moving joints
 */
Invdyn.colourJoints = function ({ data, shown, findings }, { bodies }, loads) {
  const marked = findings[shown.finding];
  bodies.forEach((body, joint) => {
    const number = data.robot.moving.indexOf(joint);
    const isMarked = marked && (marked.link === joint + 1 || (marked.joint !== null && marked.joint === number));
    const { kind } = data.robot.joints[joint];
    const plain = kind === "fixed" ? Invdyn.sceneColours.fixed :
      kind === "prismatic" ? Invdyn.sceneColours.prismatic : Invdyn.sceneColours.joint;
    const load = number < 0 ? null : loads[number] ?? null;
    const colour = load === null ? plain : Invdyn.loadColour(load);
    body.material.color.setHex(isMarked ? Invdyn.sceneColours.mark : colour);
    body.material.emissive.setHex(isMarked ? 0x803d00 : 0);  // it shines
    body.scale.setScalar(isMarked ? 1.6 : 1);
  });
};

/**
 * Signs at the links that the robot's findings are about.
 * @param {PageData} data
 * @param {number} extent
 */
Invdyn.warningSigns = function (data, extent) {
  const links = [...new Set(data.findings.filter(({ kind }) => kind === "check").map(({ link }) => link))].filter((link) => link !== null);
  return links.map((link) => ({ link: /** @type {number} */ (link), sign: Invdyn.label("⚠", "#e06000", 0.07 * extent) }));
};

/**
 * The payload that is tried.
 * @param {number} extent
 */
Invdyn.triedPayload = function (extent) {
  const ball = Invdyn.parts.solid(
    new THREE.SphereBufferGeometry(1.1 * Invdyn.jointSize * extent, 20, 14), Invdyn.sceneColours.payload);
  Invdyn.showThrough(ball);
  return {
    ball,
    /** @param {Shown} shown @param {Pose[]} poses */
    place({ payload: { mass, link, point } }, poses) {
      ball.visible = mass > 0;
      ball.position.set(...Invdyn.placed(poses[link], point));
    },
  };
};

/**
 * Tells the name, the position and the torque of the joint under the pointer: one that is near, or that moves the
 * link which is there.
 * @param {State} state
 * @param {() => ReturnType<typeof Invdyn.actors.all>[number]} actorNow
 * @param {any} camera
 * @param {HTMLElement} canvas
 */
Invdyn.jointHover = function (state, actorNow, camera, canvas) {
  const { robot } = state.data, tooltip = Invdyn.tooltip(), near = 14;  // px
  let actor = actorNow();
  /** @param {PointerEvent} event @param {DOMRect} box @returns {number} a joint, -1: none */
  const jointAt = ({ clientX, clientY }, box) => {
    const distances = robot.moving.map((joint) => {
      const { x, y, z } = actor.figure.bodies[joint].getWorldPosition(new THREE.Vector3()).project(camera);
      const [right, down] = [(0.5 + x / 2) * box.width, (0.5 - y / 2) * box.height];
      return z < 1 ? Math.hypot(right + box.left - clientX, down + box.top - clientY) : Infinity;
    });
    const nearest = Math.min(...distances);
    if (nearest < near) return robot.moving[distances.indexOf(nearest)];
    const ray = new THREE.Raycaster();
    const [right, down] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    ray.setFromCamera(new THREE.Vector2(2 * right - 1, 1 - 2 * down), camera);
    for (const { object } of ray.intersectObjects(actor.figure.solids, true)) {
      let part = object, isShown = true;
      for (; part && part.userData.link === undefined; part = part.parent) isShown = isShown && part.visible;
      if (!part || !isShown) continue;
      let link = part.userData.link;
      while (link > 0 && robot.joints[link - 1].kind === "fixed") link = robot.joints[link - 1].parent;
      return link - 1;
    }
    return -1;
  };
  /** @param {number} joint @returns {string[][]} */
  const linesOf = (joint) => {
    const { name, kind, follows } = robot.joints[joint];
    if (follows) return [[name, "follows " + robot.joints[follows.joint].name]];
    const column = robot.moving.indexOf(joint), torque = actor.torques()?.[column] ?? null;
    const q = Invdyn.unit("q", kind, state.shown.degrees);
    const share = torque === null ? null : Invdyn.shareOfLimit(robot.joints[joint], "tau")(torque);
    const position = (actor.positions() ?? [])[column];
    return [[name, ""],
      ...(position === undefined ? [] : [["position", Invdyn.number(position * q.factor) + " " + q.text]]),
      ...(torque === null ? [] : [[kind === "prismatic" ? "force" : "torque",
        Invdyn.number(torque) + " " + Invdyn.unit("tau", kind, false).text +
          (share === null ? "" : ", " + Invdyn.percent(share) + " of the limit")]])];
  };
  /** @param {PointerEvent} event */
  const show = (event) => {
    actor = actorNow();
    const joint = event.buttons || !actor.figure.group.visible ? -1 : jointAt(event, canvas.getBoundingClientRect());
    if (joint < 0) return tooltip.hide();
    const colour = Invdyn.jointColour(Math.max(0, robot.moving.indexOf(joint)));
    return tooltip.show(event, Invdyn.tooltipTable(linesOf(joint).map((cells, line) => ({ colour: line ? "" : colour, cells }))));
  };
  // Once a frame: a link may have many triangles.
  let latest = /** @type {PointerEvent | null} */ (null);
  const showLatest = () => {
    if (latest) show(latest);
    latest = null;
  };
  canvas.addEventListener("pointermove", (event) => {
    if (!latest) requestAnimationFrame(showLatest);
    latest = event;
  });
  for (const name of ["pointerleave", "pointerdown"])
    canvas.addEventListener(name, () => {
      latest = null;
      tooltip.hide();
    });
};

/**
 * The corners of the boxes of inertia of each link that a view must contain, in its axes.
 * @param {State} state
 * @returns {Vec3[][]}
 */
Invdyn.boxPoints = function ({ data, shown }) {
  return data.robot.links.map((link) => {
    if (!shown.layers.has("inertia") || !link.box || Invdyn.isLight(data.robot, link)) return [];
    const [x, y, z] = Invdyn.drawnEdges(link.box, Invdyn.extent(data)).map((edge) => edge / 2);
    return Invdyn.cornersOf(link.box.pose, [-x, -y, -z], [x, y, z]);
  });
};

/**
 * The points that a view of everything must contain: of all links, along all motions.
 * @param {State} state
 * @param {Vec3[][]} [more] points of each link, in its axes
 * @returns {any[]}
 */
Invdyn.pointsToSee = function (state, more = []) {
  const { robot } = state.data;
  const ofLinks = Invdyn.linkPoints(state.data).map((points, link) => [...points, ...(more[link] ?? [])]);
  const poses = state.motions.length === 0 ? [Invdyn.linkPoses(robot, state.shown.q)] :
    state.motions.flatMap((motion) =>
      Invdyn.spreadRows(motion, 100).map((row) => Invdyn.actors.posesAt(robot, motion, row, "q")));
  const ofRobot = poses.flatMap((links) => links.flatMap((pose, link) =>
    ofLinks[link].map((point) => Invdyn.placed(pose, point))));
  return [...ofRobot, ...Invdyn.gravityPoints(state.data)]
    .filter((point) => point.every(Number.isFinite))
    .map((point) => new THREE.Vector3(...point));
};

/** The camera: orbit, pan and zoom by mouse, touch and functions. */
Invdyn.camera = (function () {
  /** The directions from which the view is. From above and below, x points to the right. */
  const sides = /** @type {{[direction: string]: Vec3}} */ ({
    x: [1, 0, 0], "-x": [-1, 0, 0], y: [0, 1, 0], "-y": [0, -1, 0], z: [0, -1e-5, 1], "-z": [0, -1e-5, -1] });

  /**
   * @param {State} state
   * @param {any} canvas
   * @param {() => void} draw
   */
  return function (state, canvas, draw) {
    const camera = new THREE.PerspectiveCamera(40, 1, 0.01, 100);
    camera.up.set(0, 0, 1);
    const controls = new THREE.OrbitControls(camera, canvas);
    controls.enableKeys = false;
    controls.addEventListener("change", draw);
    controls.addEventListener("end", keep);
    /** @type {Shown["camera"] | undefined} */
    let known;

    function keep() {
      known = { position: camera.position.toArray(), target: controls.target.toArray() };
      state.set({ camera: known });
    }

    /** @param {any} position @param {any} target */
    function move(position, target) {
      camera.position.copy(position);
      controls.target.copy(target);
      const distance = position.distanceTo(target);
      camera.near = 0.01 * distance;
      camera.far = 100 * distance;
      camera.updateProjectionMatrix();
      controls.update();
      draw();
    }

    /** @param {any} direction from the robot to the camera */
    function fitFrom(direction) {
      const points = Invdyn.pointsToSee(state, Invdyn.boxPoints(state));
      const sphere = new THREE.Box3().setFromPoints(points).getBoundingSphere(new THREE.Sphere());
      const half = (camera.fov / 2) * (Math.PI / 180);
      const narrow = Math.min(half, Math.atan(Math.tan(half) * camera.aspect));
      const radius = Math.max(sphere.radius, 0.6 * Invdyn.extent(state.data));  // a wheel is larger than its joint
      const distance = (1.15 * radius) / Math.sin(narrow);
      move(direction.clone().setLength(distance).add(sphere.center), sphere.center);
    }

    /** The camera of the address, if it is another one. */
    function follow() {
      const { camera: wanted } = state.shown;
      if (wanted === known) return;
      known = wanted;
      if (wanted) move(new THREE.Vector3(...wanted.position), new THREE.Vector3(...wanted.target));
      else fitFrom(new THREE.Vector3(1.1, -1.4, 0.8));
    }

    /** @param {(way: any) => void} change of the way from the target to the camera */
    function orbit(change) {
      const way = camera.position.clone().sub(controls.target);
      change(way);
      move(way.add(controls.target), controls.target.clone());
      keep();
    }

    /** @type {Vec3 | null} */
    let place = null;

    /**
     * Moves as the base has moved since it was drawn.
     * @param {Vec3 | null} now where the base is; null: the camera stays
     */
    function goWith(now) {
      if (now && place) {
        const step = new THREE.Vector3(...now).sub(new THREE.Vector3(...place));
        camera.position.add(step);
        controls.target.add(step);
        camera.lookAt(controls.target);
        camera.updateMatrixWorld();
      }
      place = now;
    }

    return {
      camera, follow, goWith,
      fit() { fitFrom(camera.position.clone().sub(controls.target)); keep(); },
      /** @param {string} direction */
      look(direction) { fitFrom(new THREE.Vector3(...sides[direction])); keep(); },
      /** @param {number} left @param {number} up */
      turn(left, up) {
        orbit((way) => {
          const flat = new THREE.Spherical().setFromVector3(new THREE.Vector3(way.x, way.z, -way.y));
          flat.theta -= left;
          flat.phi = Math.min(Math.max(flat.phi - up, 1e-4), Math.PI - 1e-4);
          const turned = new THREE.Vector3().setFromSpherical(flat);
          way.set(turned.x, -turned.z, turned.y);
        });
      },
      /** @param {number} factor */
      zoom(factor) { orbit((way) => way.divideScalar(factor)); },
      /** @param {number} right @param {number} up */
      pan(right, up) {
        const height = 2 * Math.tan((camera.fov / 2) * (Math.PI / 180)) * camera.position.distanceTo(controls.target);
        const shift = new THREE.Vector3(right * height, up * height, 0).applyQuaternion(camera.quaternion);
        move(camera.position.clone().add(shift), controls.target.clone().add(shift));
        keep();
      },
    };
  };
})();

/**
 * What stands still.
 * @param {State} state
 * @param {any} scene
 * @param {number} extent
 */
Invdyn.setStage = function (state, scene, extent) {
  const { robot } = state.data, box = new THREE.Box3().setFromPoints(Invdyn.pointsToSee(state));
  const place = Invdyn.groundPlace(robot, box, extent), ground = Invdyn.ground(extent, place);
  const axes = Invdyn.worldAxes(0.16 * extent);
  const gravity = Invdyn.gravityArrow(state.data);
  const base = Invdyn.parts.solid(
    new THREE.BoxBufferGeometry(0.08 * extent, 0.08 * extent, 0.012 * extent), Invdyn.sceneColours.fixed);
  base.applyMatrix(new THREE.Matrix4().set(...robot.base, 0, 0, 0, 1));
  base.visible = !robot.floats;
  const whole = Invdyn.wholeMark(robot, extent, place.middle[2]);
  const light = new THREE.DirectionalLight(0xffffff, 0.55);
  light.position.set(1, -2, 3);
  scene.add(new THREE.HemisphereLight(0xffffff, 0xa8adb5, 0.85), light, ground, axes, gravity, base,
    whole.group);
  return { ground, whole };
};

/**
 * Draws the robots into `host`. Throws if the browser has no WebGL.
 * @param {State} state
 * @param {HTMLElement} host
 * @returns {Scene}
 */
Invdyn.scene = function (state, host) {
  const renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
  const scene = new THREE.Scene(), extent = Invdyn.extent(state.data);
  const actors = Invdyn.actors.all(state, extent), stage = Invdyn.setStage(state, scene, extent);
  const signs = Invdyn.warningSigns(state.data, extent);
  for (const { objects } of actors) scene.add(...objects);
  for (const { sign } of signs) scene.add(sign);
  const payload = Invdyn.triedPayload(extent);
  scene.add(payload.ball);
  host.append(renderer.domElement);
  let isAsked = false;
  const view = Invdyn.camera(state, renderer.domElement, ask);
  // What is at one of the robots is at the first that is shown.
  const first = () => actors.find(({ figure }) => figure.group.visible) ?? actors[0];
  Invdyn.jointHover(state, first, view.camera, renderer.domElement);

  function draw() {
    isAsked = false;
    view.follow();
    stage.ground.visible = state.shown.layers.has("ground");
    for (const actor of actors) actor.update();
    const poses = first().poses();
    view.goWith(state.shown.layers.has("follow") ? Invdyn.placed(poses[0], [0, 0, 0]) : null);
    payload.place(state.shown, poses);
    stage.whole.place(state.shown, poses, first().figure.group.visible);
    for (const { link, sign } of signs)
      sign.position.set(...Invdyn.placed(poses[link], state.data.robot.links[link].com)).z += 0.05 * extent;
    renderer.render(scene, view.camera);
  }

  /** At the next frame: what changes several times before is drawn once. */
  function ask() {
    if (!isAsked) requestAnimationFrame(draw);
    isAsked = true;
  }

  function resize() {
    const { clientWidth: width, clientHeight: height } = host;
    if (width === 0 || height === 0) return;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(width, height);
    view.camera.aspect = width / height;
    view.camera.updateProjectionMatrix();
    draw();
  }

  new ResizeObserver(resize).observe(host);
  renderer.domElement.addEventListener("webglcontextrestored", ask);
  state.listen(ask);
  resize();
  return {
    ...view,
    draw,
    /** @param {Vec3} point @returns {[number, number]} */
    pixelOf(point) {
      const { x, y } = new THREE.Vector3(...point).project(view.camera);
      return [(0.5 + x / 2) * host.clientWidth, (0.5 - y / 2) * host.clientHeight];
    },
    linkPoses: (motion) => actors[Math.min(motion, actors.length - 1)].poses(),
  };
};
