// What is around the robot: ground, axes of the world, gravity, the tool's path, wrenches.

/**
 * A text that always faces the viewer.
 * @param {string} text
 * @param {string} colour
 * @param {number} height m
 */
Invdyn.label = function (text, colour, height) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.font = "bold 52px sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillText(text, 32, 34);
  const sprite = new THREE.Sprite(new THREE.SpriteMaterial(
    { map: new THREE.CanvasTexture(canvas), transparent: true, depthTest: false }));
  sprite.scale.set(height, height, 1);
  return sprite;
};

/**
 * Where the ground is: below the base, or as wide as a base that floats moves, and at zero if the robot comes near it.
 * @param {RobotData} robot
 * @param {any} box of all that moves
 * @param {number} extent of the robot
 * @returns {{middle: Vec3, reach: number}}
 */
Invdyn.groundPlace = function ({ base, floats }, { min, max }, extent) {
  const [x, y, z] = Invdyn.originOf(base), reach = 1.2 * extent;
  if (!floats) return { middle: [x, y, Math.min(z, min.z)], reach };
  const height = Math.abs(min.z) < 0.5 * extent ? 0 : min.z, half = Math.max(max.x - min.x, max.y - min.y) / 2;
  return { middle: [(min.x + max.x) / 2, (min.y + max.y) / 2, height], reach: Math.max(reach, half + 0.3 * extent) };
};

/**
 * A grid on the ground in steps of a power of ten.
 * @param {number} extent of the robot
 * @param {ReturnType<typeof Invdyn.groundPlace>} place
 */
Invdyn.ground = function (extent, { middle, reach }) {
  let step = 10 ** Math.round(Math.log10(extent / 10));
  while (reach > 100 * step) step *= 10;
  const parts = 2 * Math.ceil(reach / step);
  const grid = new THREE.GridHelper(parts * step, parts, 0x8494a6, 0x8494a6);
  grid.rotation.x = Math.PI / 2;
  grid.position.set(...middle);
  grid.material.opacity = 0.35;
  grid.material.transparent = true;
  return grid;
};

/**
 * The centre of mass of a robot whose base floats, with a line to the ground below it.
 * @param {RobotData} robot
 * @param {number} extent
 * @param {number} ground its height
 */
Invdyn.wholeMark = function (robot, extent, ground) {
  const s = Invdyn.jointSize * extent, { solid, alongZ, centreOfMass } = Invdyn.parts, group = new THREE.Group();
  const colour = Invdyn.sceneColours.whole, ball = centreOfMass(1.1 * s);
  const line = solid(alongZ(new THREE.CylinderBufferGeometry(0.1 * s, 0.1 * s, 1, 8)), colour);
  const ring = solid(new THREE.TorusBufferGeometry(s, 0.12 * s, 6, 32), colour);
  const [x, y, z] = robot.gravity;
  Invdyn.showThrough(ball);
  group.add(ball, ...(x === 0 && y === 0 && z < 0 ? [line, ring] : []));
  return {
    group,
    /** @param {Shown} shown @param {Pose[]} poses @param {boolean} isShown */
    place({ layers, payload }, poses, isShown) {
      const at = Invdyn.centreOfMass(robot, poses, payload);
      group.visible = isShown && at !== null && robot.floats === true && layers.has("whole");
      if (!at) return;
      ball.position.set(...at);
      ring.position.set(at[0], at[1], ground);
      line.position.set(at[0], at[1], (at[2] + ground) / 2);
      line.scale.z = Math.max(Math.abs(at[2] - ground), 1e-9);
    },
  };
};

/**
 * The axes of the world with their names: x red, y green, z blue.
 * @param {number} length
 */
Invdyn.worldAxes = function (length) {
  const group = new THREE.Group();
  const axes = /** @type {[string, Vec3, number, string][]} */ ([
    ["x", [1, 0, 0], 0xd33a3a, "#d33a3a"], ["y", [0, 1, 0], 0x2f9e44, "#2f9e44"], ["z", [0, 0, 1], 0x3b6fe0, "#3b6fe0"]]);
  for (const [name, direction, colour, text] of axes) {
    const axis = new THREE.Vector3(...direction);
    group.add(new THREE.ArrowHelper(axis, new THREE.Vector3(), length, colour, 0.18 * length, 0.1 * length));
    const label = Invdyn.label(name, text, 0.28 * length);
    label.position.copy(axis).multiplyScalar(1.15 * length);
    group.add(label);
  }
  return group;
};

/**
 * Where the arrow of gravity begins, where it ends, and where its letter is, in the world; none without gravity.
 * @param {PageData} data
 * @returns {Vec3[]}
 */
Invdyn.gravityPlaces = function (data) {
  const { gravity, base } = data.robot, size = Math.hypot(...gravity), extent = Invdyn.extent(data);
  if (size === 0) return [];
  const origin = Invdyn.originOf(base), aside = [-0.25, -0.25, 0.2];
  const at = (/** @type {number} */ way, /** @type {number} */ right) => /** @type {Vec3} */ (
    origin.map((x, k) => x + extent * (aside[k] + way * gravity[k] / size + (k === 0 ? right : 0))));
  return [at(0, 0), at(0.14, 0), at(0.07, 0.045)];
};

/**
 * The points that a view must contain to show the arrow of gravity and all of its letter.
 * @param {PageData} data
 * @returns {Vec3[]}
 */
Invdyn.gravityPoints = function (data) {
  const [start, end, letter] = Invdyn.gravityPlaces(data), half = 0.035 * Invdyn.extent(data);
  if (!start) return [];
  return [start, end, ...[-half, half].map((by) => /** @type {Vec3} */ (letter.map((x) => x + by)))];
};

/**
 * The direction of gravity.
 * @param {PageData} data
 */
Invdyn.gravityArrow = function (data) {
  const group = new THREE.Group();
  const [start, end, letter] = Invdyn.gravityPlaces(data).map((place) => new THREE.Vector3(...place));
  if (!start) return group;
  const way = end.clone().sub(start), length = way.length();
  group.add(new THREE.ArrowHelper(way.normalize(), start, length, 0xc08a00, 0.3 * length, 0.18 * length));
  const label = Invdyn.label("g", "#c08a00", 0.5 * length);
  label.position.copy(letter);
  group.add(label);
  return group;
};

/** Of the paths of motions, in their order. */
Invdyn.pathColours = [0x0f8a8a, 0xc2571a, 0x7a49c9, 0x3f7d20, 0xb3306b, 0x5c6b7a];

/**
 * The rows of a motion, or so many of them that are spread evenly.
 * @param {Motion} motion
 * @param {number} maxRows
 * @returns {number[]}
 */
Invdyn.spreadRows = function (motion, maxRows) {
  const count = Math.min(motion.rows, maxRows), rows = [];
  for (let i = 0; i < count; ++i) rows.push(count < 2 ? 0 : Math.round((i * (motion.rows - 1)) / (count - 1)));
  return rows;
};

/**
 * The way of the tool in a motion.
 * @param {RobotData} robot
 * @param {(row: number) => Pose[]} posesAt
 * @param {Motion} motion
 * @param {number} colour
 */
Invdyn.toolPath = function (robot, posesAt, motion, colour) {
  const points = Invdyn.spreadRows(motion, 2000).map(
    (row) => new THREE.Vector3(...Invdyn.originOf(posesAt(row)[robot.tool])));
  const geometry = new THREE.BufferGeometry().setFromPoints(points);
  return new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: colour }));
};

/**
 * The largest force and the largest moment of wrenches, in all rows. Moments of contacts are about their links' origins.
 * @param {Parameters<typeof Invdyn.wrenchArrows>[0][]} wrenches
 * @returns {[number, number]}
 */
Invdyn.largestWrench = function (wrenches) {
  /** @type {[number, number]} */
  const largest = [0, 0];
  for (const wrench of wrenches)
    for (let i = 0; i < wrench.values.length; i += 6) {
      const [f, m] = [i, i + 3].map((first) => /** @type {Vec3} */ ([0, 1, 2].map((k) => wrench.values[first + k])));
      const moment = wrench.point_in_link ? m : Invdyn.onLineOfAction([0, 0, 0], f, m, [0, 0, 0]).moment;
      largest[0] = Math.max(largest[0], Math.hypot(...f));
      largest[1] = Math.max(largest[1], Math.hypot(...moment));
    }
  return largest;
};

/**
 * The same wrench on its line of action, at the point nearest to the link: the moment is along the force then. Forces of
 * plates in the ground are given about the world's origin, far from the foot.
 * @param {Vec3} at the point that the moment is about
 * @param {Vec3} force
 * @param {Vec3} moment
 * @param {Vec3} link its origin
 * @returns {{at: Vec3, moment: Vec3}}
 */
Invdyn.onLineOfAction = function (at, force, moment, link) {
  const [from, f, m, to] = [at, force, moment, link].map((vector) => new THREE.Vector3(...vector));
  const arm = f.clone().cross(m), square = f.lengthSq();
  if (arm.length() <= 1e-6 * Math.sqrt(square) * m.length()) return { at, moment };
  const place = from.add(arm.divideScalar(square));
  place.addScaledVector(f, to.sub(place).dot(f) / square);
  return { at: place.toArray(), moment: f.multiplyScalar(f.dot(m) / square).toArray() };
};

/**
 * The same wrench of the ground about its centre of pressure: the moment is along the normal there, and a single point
 * passes none on.
 * @param {Vec3[]} points that bear, in the world
 * @param {Vec3} normal
 * @param {Vec3} link its origin, which the given moment is about
 * @param {Vec3} force
 * @param {Vec3} moment
 * @returns {{at: Vec3, moment: Vec3}}
 */
Invdyn.atContact = function (points, normal, link, force, moment) {
  const [n, f, m] = [normal, force, moment].map((vector) => new THREE.Vector3(...vector)), pressure = n.dot(f);
  const at = new THREE.Vector3();
  for (const point of points) at.addScaledVector(new THREE.Vector3(...point), 1 / points.length);
  if (points.length < 2 || !(pressure > 0)) return { at: points.length ? at.toArray() : link, moment: [0, 0, 0] };
  const about = m.sub(at.clone().sub(new THREE.Vector3(...link)).cross(f)), turn = about.dot(f) / pressure;
  at.addScaledVector(n.clone().cross(about), 1 / pressure);
  return { at: at.toArray(), moment: n.multiplyScalar(turn).toArray() };
};

/**
 * Arrows of one wrench: the force, and the moment with two heads. The largest ones have this length.
 * @param {Omit<Motion["wrenches"][number], "values"> & {values: ArrayLike<number>}} wrench
 * @param {number} length m
 * @param {[number, number]} largest force and moment
 * @param {Motion["contacts"][number]} [contact] of a wrench that the ground exerts
 */
Invdyn.wrenchArrows = function (wrench, length, largest, contact) {
  const origin = new THREE.Vector3(), up = new THREE.Vector3(0, 0, 1);
  const force = new THREE.ArrowHelper(up, origin, 1, 0xd9480f), moment = new THREE.ArrowHelper(up, origin, 1, 0x862e9c);
  const second = new THREE.ArrowHelper(up, origin, 1, 0x862e9c), group = new THREE.Group();
  group.add(force, moment, second);
  /**
   * @param {any} arrow
   * @param {Vec3} vector
   * @param {number} full its length, if it is the largest one
   */
  function aim(arrow, vector, full) {
    const size = Math.hypot(...vector);
    arrow.visible = size > 1e-6 * full && full > 0;
    if (!arrow.visible) return;
    arrow.setDirection(new THREE.Vector3(...vector).divideScalar(size));
    return (length * size) / full;
  }
  return {
    group,
    /**
     * @param {Pose} pose of the link
     * @param {number} row
     */
    place(pose, row) {
      let at = wrench.point_in_link ? Invdyn.placed(pose, wrench.point) : wrench.point;
      let [f, m] = [0, 3].map((part) => {
        const vector = /** @type {Vec3} */ ([0, 1, 2].map((k) => wrench.values[6 * row + part + k]));
        return wrench.in_link ? Invdyn.turned(pose, vector) : vector;
      });
      if (contact) {
        const points = Invdyn.bearingPoints(contact, pose, row);
        ({ at, moment: m } = Invdyn.atContact(points, contact.normal, Invdyn.originOf(pose), f, m));
      }
      if (!wrench.point_in_link)
        ({ at, moment: m } = Invdyn.onLineOfAction(at, f, m, Invdyn.originOf(pose)));
      group.position.set(...at);
      const long = aim(force, f, largest[0]);
      if (long) force.setLength(long, 0.25 * length * 0.6, 0.12 * length);
      for (const [arrow, share] of /** @type {[any, number][]} */ ([[moment, 1], [second, 0.85]])) {
        const reach = aim(arrow, m, largest[1]);
        if (reach) arrow.setLength(share * reach, 0.15 * length, 0.1 * length);
      }
    },
  };
};

/**
 * The corners of the smallest convex area with these points of a plane, in order [Andrew 1979].
 * @param {[number, number][]} points
 * @returns {[number, number][]}
 */
Invdyn.hull = function (points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  /** @param {[number, number][]} from */
  const half = (from) => {
    /** @type {[number, number][]} */
    const corners = [];
    for (const point of from) {
      for (let n = corners.length; n > 1; n = corners.length) {
        const [a, b] = [corners[n - 2], corners[n - 1]];
        if ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0) break;
        corners.pop();
      }
      corners.push(point);
    }
    return corners.slice(0, -1);
  };
  return points.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
};

/**
 * The points of a contact that bear in a row, in the world: the lowest ones, as many as bear.
 * @param {Motion["contacts"][number]} contact
 * @param {Pose} pose of its link
 * @param {number} row
 * @returns {Vec3[]}
 */
Invdyn.bearingPoints = function ({ points, normal, bearing }, pose, row) {
  const height = (/** @type {Vec3} */ at) => at[0] * normal[0] + at[1] * normal[1] + at[2] * normal[2];
  const places = points.map(({ centre, radius }) => /** @type {Vec3} */ (
    Invdyn.placed(pose, centre).map((x, k) => x - radius * normal[k])));
  return places.sort((a, b) => height(a) - height(b)).slice(0, bearing[row]);
};

/**
 * The area between all points that bear.
 * @param {Motion} motion
 */
Invdyn.supportArea = function ({ contacts }) {
  const colour = 0xad1457, most = contacts.reduce((sum, { points }) => sum + points.length, 0);
  const geometry = new THREE.BufferGeometry(), places = new Float32Array(3 * Math.max(most, 1));
  geometry.setAttribute("position", new THREE.BufferAttribute(places, 3));
  // A fan: the area is convex.
  geometry.setIndex(Array.from({ length: Math.max(most - 2, 0) }, (_, i) => [0, i + 1, i + 2]).flat());
  const area = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial(
    { color: colour, transparent: true, opacity: 0.35, side: THREE.DoubleSide, depthWrite: false }));
  const edgeGeometry = new THREE.BufferGeometry();
  edgeGeometry.setAttribute("position", geometry.getAttribute("position"));
  const edge = new THREE.LineLoop(edgeGeometry, new THREE.LineBasicMaterial({ color: colour }));
  area.frustumCulled = edge.frustumCulled = false;
  const group = new THREE.Group();
  group.add(area, edge);
  return {
    group,
    /** @param {Pose[]} poses @param {number} row @param {boolean} isShown */
    place(poses, row, isShown) {
      const bearing = contacts.flatMap((contact) => Invdyn.bearingPoints(contact, poses[contact.link], row));
      group.visible = isShown && bearing.length > 1;
      if (!group.visible) return;
      const up = new THREE.Vector3(...contacts[0].normal), side = new THREE.Vector3(1, 0, 0);
      if (Math.abs(up.x) > 0.9) side.set(0, 1, 0);
      const along = side.sub(up.clone().multiplyScalar(side.dot(up))).normalize(), across = up.clone().cross(along);
      const flat = bearing.map((at) => /** @type {[number, number]} */ (
        [along, across].map((axis) => axis.dot(new THREE.Vector3(...at)))));
      const level = bearing.reduce((sum, at) => sum + up.dot(new THREE.Vector3(...at)), 0) / bearing.length;
      const corners = Invdyn.hull(flat);
      corners.forEach(([a, b], i) => up.clone().multiplyScalar(level).addScaledVector(along, a)
        .addScaledVector(across, b).toArray(places, 3 * i));
      geometry.setDrawRange(0, 3 * (corners.length - 2));
      edgeGeometry.setDrawRange(0, corners.length);
      geometry.getAttribute("position").needsUpdate = true;
    },
  };
};
