// One robot in 3-D: bones, joints, frames, masses, and the shapes of its file.

/** @type {{[name: string]: number}} */
Invdyn.sceneColours = {
  bone: 0x8d99a8, fixed: 0x9aa3ae, joint: 0x5b8def, prismatic: 0x9b7bd8, axis: 0xd24b8a, shape: 0xb9c2cc,
  box: 0x1fa3a3, impossible: 0xe02020, payload: 0x7a3fb0, mark: 0xff7a00,
  whole: 0xc2571a,
};

/**
 * The colour of a joint by its torque divided by its limit: blue, green, amber, and red from 1 on.
 * @param {number | null} share null: it has no limit
 * @returns {number}
 */
Invdyn.loadColour = function (share) {
  if (share === null) return Invdyn.sceneColours.joint;
  if (share > 1) return 0xe02020;
  const stops = [[0, 0x3b82f6], [0.5, 0x23a55a], [0.85, 0xe6a700], [1, 0xf26b1d]];
  const next = Math.max(1, stops.findIndex(([at]) => share <= at));
  const [[from, before], [to, after]] = [stops[next - 1], stops[next]];
  return new THREE.Color(before).lerp(new THREE.Color(after), (share - from) / (to - from)).getHex();
};

/**
 * The corners of a box, in the axes that its pose is in.
 * @param {Pose} pose
 * @param {Vec3} low
 * @param {Vec3} high
 * @returns {Vec3[]}
 */
Invdyn.cornersOf = function (pose, low, high) {
  const ends = [low, high];
  return ends.flatMap(([x]) => ends.flatMap(([, y]) => ends.map(([, , z]) => Invdyn.placed(pose, [x, y, z]))));
};

/** The points of each link that a view must contain, in its axes: origin, centre of mass, corners of shapes. */
Invdyn.linkPoints = (function () {
  /** @type {WeakMap<PageData, Vec3[][]>} */
  const known = new WeakMap();

  /**
   * @param {ShapeData} shape
   * @param {[Vec3, Vec3][]} boxes of the meshes: lowest and highest corner
   * @returns {[Vec3, Vec3]} lowest and highest corner in its own axes
   */
  function boxOf({ kind, size, mesh }, boxes) {
    if (kind === "mesh")
      return /** @type {[Vec3, Vec3]} */ (boxes[mesh ?? 0].map((corner) => corner.map((x, k) => x * size[k])));
    const [radius, length] = size, half = (length ?? 0) / 2;
    const corner = kind === "box" ? size.map((edge) => edge / 2) : kind === "sphere" ? [radius, radius, radius] :
      [radius, radius, kind === "capsule" ? half + radius : half];
    return [/** @type {Vec3} */ (corner.map((x) => -x)), /** @type {Vec3} */ (corner)];
  }

  /**
   * @param {MeshData} mesh
   * @returns {[Vec3, Vec3]}
   */
  function boxOfMesh(mesh) {
    const box = new THREE.Box3().setFromArray(new Float32Array(Invdyn.bytesOf(mesh.vertices)));
    return [[box.min.x, box.min.y, box.min.z], [box.max.x, box.max.y, box.max.z]];
  }

  /** @param {PageData} data @returns {Vec3[][]} */
  return function (data) {
    const before = known.get(data);
    if (before) return before;
    const boxes = data.meshes.map(boxOfMesh);
    const points = data.robot.links.map((link) => /** @type {Vec3[]} */ (
      [[0, 0, 0], link.com, ...link.shapes.flatMap((shape) => Invdyn.cornersOf(shape.pose, ...boxOf(shape, boxes)))]));
    known.set(data, points);
    return points;
  };
})();

/**
 * How large the robot is: from this follow the sizes of joints and arrows. A robot whose joints and masses are all at
 * one place has the size of its shapes, or of its boxes of inertia.
 * @param {PageData} data
 * @returns {number} m
 */
Invdyn.extent = function (data) {
  const { robot } = data, poses = Invdyn.linkPoses(robot, robot.moving.map(() => 0));
  /** @param {Vec3[]} points */
  const sizeOf = (points) => {
    const box = new THREE.Box3().setFromPoints(points.map((point) => new THREE.Vector3(...point)));
    return box.getSize(new THREE.Vector3()).length();
  };
  const bones = sizeOf(poses.flatMap((pose, link) => [Invdyn.originOf(pose), Invdyn.placed(pose, robot.links[link].com)]));
  if (bones > 1e-3) return bones;
  const ofLinks = Invdyn.linkPoints(data);
  const shapes = sizeOf(poses.flatMap((pose, link) => ofLinks[link].map((point) => Invdyn.placed(pose, point))));
  const edges = robot.links.flatMap(({ box }) => (box ? box.edges : []));
  return Math.max(shapes, ...(shapes > 1e-3 ? [] : edges), 1e-3);
};

/**
 * A group that has this pose, and keeps it.
 * @param {Pose} pose
 */
Invdyn.groupAt = function (pose) {
  const group = new THREE.Group();
  group.matrixAutoUpdate = false;
  Invdyn.setPose(group, pose);
  return group;
};

/**
 * @param {any} object
 * @param {Pose} pose
 */
Invdyn.setPose = function (object, pose) {
  object.matrix.set(...pose, 0, 0, 0, 1);
  object.matrixWorldNeedsUpdate = true;
};

/**
 * The inverse of a rigid transformation.
 * @param {Pose} p
 * @returns {Pose}
 */
Invdyn.inverse = function (p) {
  /** @type {Pose} */
  const turned = [p[0], p[4], p[8], 0, p[1], p[5], p[9], 0, p[2], p[6], p[10], 0];
  const [x, y, z] = Invdyn.turned(turned, Invdyn.originOf(p));
  turned[3] = -x;
  turned[7] = -y;
  turned[11] = -z;
  return turned;
};

/**
 * Whether a link has hardly any of the robot's mass. Files often have rough moments there, and so a large box.
 * @param {RobotData} robot
 * @param {LinkData} link
 */
Invdyn.isLight = function ({ links }, { mass }) {
  return mass < 1e-3 * links.reduce((sum, link) => sum + link.mass, 0);
};

/**
 * The edges of a box of inertia as it is drawn: one that is far larger than the robot is drawn smaller, as it would be
 * around the viewer.
 * @param {NonNullable<LinkData["box"]>} box
 * @param {number} extent of the robot
 * @returns {Vec3}
 */
Invdyn.drawnEdges = function ({ edges }, extent) {
  const longest = Math.max(...edges), shown = longest > 8 * extent ? (2 * extent) / longest : 1;
  return /** @type {Vec3} */ (edges.map((edge) => Math.max(shown * edge, 1e-6)));
};

/** The size of a joint as a share of the robot's extent. */
Invdyn.jointSize = 0.022;

/** Parts of figures, each along z or in the frame of its link. Sizes are in m. */
Invdyn.parts = (function () {
  /**
   * @param {any} geometry
   * @param {number} colour
   * @param {number} [opacity]
   */
  function solid(geometry, colour, opacity = 1) {
    return new THREE.Mesh(geometry, new THREE.MeshLambertMaterial(
      { color: colour, opacity, transparent: opacity < 1, depthWrite: opacity === 1, side: THREE.DoubleSide }));
  }

  /**
   * THREE's cylinders and cones are along y.
   * @param {any} geometry
   */
  const alongZ = (geometry) => geometry.rotateX(Math.PI / 2);

  /**
   * @param {Vec3} from
   * @param {Vec3} to
   * @param {number} radius
   */
  function bone(from, to, radius) {
    const start = new THREE.Vector3(...from), way = new THREE.Vector3(...to).sub(start);
    const mesh = solid(
      alongZ(new THREE.CylinderBufferGeometry(0.6 * radius, radius, way.length(), 12)), Invdyn.sceneColours.bone);
    mesh.position.copy(start).addScaledVector(way, 0.5);
    mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), way.normalize());
    return mesh;
  }

  /**
   * An arrow along z that begins at the origin.
   * @param {number} length
   * @param {number} width
   * @param {number} colour
   */
  function arrow(length, width, colour) {
    const group = new THREE.Group(), head = Math.min(4 * width, length);
    const shaft = solid(alongZ(new THREE.CylinderBufferGeometry(width / 2, width / 2, length - head, 8)), colour);
    shaft.position.z = (length - head) / 2;
    const cone = solid(alongZ(new THREE.CylinderBufferGeometry(0, 1.4 * width, head, 16)), colour);
    cone.position.z = length - head / 2;
    group.add(shaft, cone);
    return group;
  }

  /**
   * The body of a joint about or along z. Only its colour changes later.
   * @param {JointData["kind"]} kind
   * @param {number} s
   */
  function jointBody(kind, s) {
    const { fixed, prismatic, joint } = Invdyn.sceneColours;
    if (kind === "fixed") return solid(new THREE.OctahedronBufferGeometry(0.35 * s), fixed);
    if (kind === "prismatic") return solid(new THREE.BoxBufferGeometry(1.1 * s, 1.1 * s, 2.4 * s), prismatic);
    return solid(alongZ(new THREE.CylinderBufferGeometry(0.8 * s, 0.8 * s, 1.6 * s, 24)), joint);
  }

  /**
   * What tells the positive direction of a joint along or about z: an arrow, and for a rotation a bow with a head.
   * @param {JointData["kind"]} kind
   * @param {number} s
   */
  function direction(kind, s) {
    const group = new THREE.Group();
    group.add(arrow(4 * s, 0.22 * s, Invdyn.sceneColours.axis));
    if (kind === "prismatic") return group;
    const turn = kind === "continuous" ? 1.85 * Math.PI : 1.4 * Math.PI;
    const bow = solid(new THREE.TorusBufferGeometry(1.25 * s, 0.09 * s, 6, 32, turn), Invdyn.sceneColours.axis);
    const head = solid(new THREE.ConeBufferGeometry(0.3 * s, 0.7 * s, 12), Invdyn.sceneColours.axis);
    head.position.set(1.25 * s * Math.cos(turn), 1.25 * s * Math.sin(turn), 0);
    head.rotation.z = turn;
    bow.position.z = head.position.z = 1.6 * s;
    group.add(bow, head);
    return group;
  }

  /**
   * A ball of black and white eighths.
   * @param {number} radius
   */
  function centreOfMass(radius) {
    const group = new THREE.Group(), right = Math.PI / 2;
    for (let eighth = 0; eighth < 8; ++eighth) {
      const above = eighth < 4, around = eighth % 4;
      const isDark = (around % 2 === 0) === above;
      group.add(solid(
        new THREE.SphereBufferGeometry(radius, 6, 6, around * right, right, above ? 0 : right, right),
        isDark ? 0x15181c : 0xf4f4f4));
    }
    return group;
  }

  /**
   * It is red if it is wrong. A large one must not hide the robot.
   * @param {NonNullable<LinkData["box"]>} box
   * @param {number} extent of the robot
   * @param {boolean} isLight
   */
  function inertiaBox(box, extent, isLight) {
    const isWrong = !box.possible || Math.max(...box.edges) > 8 * extent, edges = Invdyn.drawnEdges(box, extent);
    const group = Invdyn.groupAt(box.pose), colour = isWrong ? Invdyn.sceneColours.impossible : Invdyn.sceneColours.box;
    const geometry = new THREE.BoxBufferGeometry(...edges), faint = Math.min(1, (0.3 * extent) / Math.max(...edges));
    if (!isLight) group.add(solid(geometry, colour, (isWrong ? 0.4 : 0.22) * faint));
    group.add(new THREE.LineSegments(new THREE.EdgesGeometry(geometry), new THREE.LineBasicMaterial(
      { color: colour, transparent: isLight, opacity: isLight ? 0.25 : 1 })));
    return group;
  }

  return { solid, alongZ, bone, arrow, jointBody, direction, centreOfMass, inertiaBox };
})();

/** The shapes of the robot's file. */
Invdyn.shapeObject = (function () {
  /** @param {MeshData} mesh */
  function meshGeometry(mesh) {
    const indexed = new THREE.BufferGeometry();
    indexed.setAttribute(
      "position", new THREE.BufferAttribute(new Float32Array(Invdyn.bytesOf(mesh.vertices)), 3));
    indexed.setIndex(new THREE.BufferAttribute(new Uint32Array(Invdyn.bytesOf(mesh.triangles)), 1));
    const geometry = indexed.toNonIndexed();  // flat faces: edges stay sharp
    geometry.computeVertexNormals();
    return geometry;
  }

  /**
   * A cylinder along z with balls at its ends.
   * @param {number} radius
   * @param {number} length
   */
  function capsule(radius, length) {
    const { solid, alongZ } = Invdyn.parts, group = new THREE.Group();
    group.add(solid(alongZ(new THREE.CylinderBufferGeometry(radius, radius, length, 24)), Invdyn.sceneColours.shape));
    for (const end of [-0.5, 0.5]) {
      const ball = solid(new THREE.SphereBufferGeometry(radius, 24, 16), Invdyn.sceneColours.shape);
      ball.position.z = end * length;
      group.add(ball);
    }
    return group;
  }

  /**
   * @param {ShapeData} shape
   * @param {any[]} geometries of the meshes
   */
  function body({ kind, size, mesh }, geometries) {
    const { solid, alongZ } = Invdyn.parts, colour = Invdyn.sceneColours.shape;
    const [radius, length] = size;
    if (kind === "capsule") return capsule(radius, length);
    if (kind === "box") return solid(new THREE.BoxBufferGeometry(...size), colour);
    if (kind === "sphere") return solid(new THREE.SphereBufferGeometry(radius, 32, 20), colour);
    if (kind === "cylinder")
      return solid(alongZ(new THREE.CylinderBufferGeometry(radius, radius, length, 32)), colour);
    if (kind === "cone") return solid(alongZ(new THREE.ConeBufferGeometry(radius, length, 32)), colour);
    const object = solid(geometries[mesh ?? 0], colour);
    object.scale.set(...size);
    return object;
  }

  /**
   * @param {ShapeData} shape
   * @param {any[]} geometries
   */
  function shapeObject(shape, geometries) {
    const group = Invdyn.groupAt(shape.pose), object = body(shape, geometries);
    group.add(object);
    object.traverse((/** @type {any} */ part) => {
      if (!part.material || !shape.colour) return;
      const [red, green, blue, opacity] = shape.colour;
      part.material.color.setRGB(red, green, blue);
      part.material.opacity = opacity;
      part.material.transparent = opacity < 1;
    });
    return group;
  }

  return { shapeObject, meshGeometry };
})();

/**
 * Shows it through the shapes that surround it.
 * @param {any} object
 */
Invdyn.showThrough = function (object) {
  object.traverse((/** @type {any} */ part) => {
    if (!part.material) return;
    part.material.depthTest = false;
    part.material.transparent = true;  // drawn after all that is solid
    part.material.side = THREE.FrontSide;
    part.renderOrder = 1;
  });
};

/**
 * A robot that can be placed. A ghost has no colours of its own.
 * @param {PageData} data
 * @param {any[]} geometries of the meshes
 * @param {number} extent m
 * @param {boolean} isGhost
 */
Invdyn.robotFigure = function (data, geometries, extent, isGhost) {
  const { robot } = data, s = Invdyn.jointSize * extent, group = new THREE.Group();
  /** @type {{[layer: string]: any[]}} parts that a layer switches */
  const layers = { shapes: [], axes: [], frames: [], com: [], inertia: [], bones: [] };
  const links = robot.links.map(() => Invdyn.groupAt(robot.base));
  const put = (/** @type {string} */ layer, /** @type {any} */ object, /** @type {any} */ to) => {
    layers[layer].push(object);
    to.add(object);
  };
  links.forEach((link, number) => {
    link.userData.link = number;
    group.add(link);
  });
  const bodies = robot.joints.map((joint, number) => Invdyn.addJoint(joint, links[number + 1], s, put));
  robot.links.forEach((link, number) => Invdyn.addLink(robot, number, links[number], s, put));
  robot.links.forEach((link, number) => {
    for (const shape of link.shapes)
      put("shapes", Invdyn.shapeObject.shapeObject(shape, geometries), links[number]);
  });
  if (layers.shapes.length > 0) [...layers.axes, ...layers.com].forEach(Invdyn.showThrough);
  if (isGhost) Invdyn.makeGhost(group);
  return {
    group, bodies,
    /** What a pointer can touch. */
    solids: [...layers.shapes, ...layers.bones],
    /** @param {Pose[]} poses */
    place(poses) { poses.forEach((pose, link) => Invdyn.setPose(links[link], pose)); },
    /** @param {Set<Layer>} shown */
    show(shown) {
      for (const layer of ["shapes", "axes", "frames", "com", "inertia"])
        for (const object of layers[layer])
          object.visible = shown.has(/** @type {Layer} */ (layer)) && (!isGhost || layer === "shapes");
      for (const object of layers.bones) object.visible = !object.userData.hasShapes || !shown.has("shapes");
    },
  };
};

/**
 * @param {JointData} joint
 * @param {any} link that it carries
 * @param {number} s
 * @param {(layer: string, object: any, to: any) => void} put
 * @returns {any} its body
 */
Invdyn.addJoint = function (joint, link, s, put) {
  const place = Invdyn.groupAt(Invdyn.inverse(joint.after)), turned = new THREE.Group();
  turned.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(...joint.axis));
  const body = Invdyn.parts.jointBody(joint.kind, s);
  turned.add(body);
  if (joint.kind !== "fixed") put("axes", Invdyn.parts.direction(joint.kind, s), turned);
  place.add(turned);
  link.add(place);
  return body;
};

/**
 * Bones, frame, masses of a link.
 * @param {RobotData} robot
 * @param {number} number
 * @param {any} to
 * @param {number} s
 * @param {(layer: string, object: any, to: any) => void} put
 */
Invdyn.addLink = function (robot, number, to, s, put) {
  const link = robot.links[number];
  /** @type {Vec3} */
  const start = number === 0 ? [0, 0, 0] : Invdyn.originOf(Invdyn.inverse(robot.joints[number - 1].after));
  const ends = robot.joints.filter((joint) => joint.parent === number).map(({ before }) => Invdyn.originOf(before));
  if (ends.length === 0) ends.push([0, 0, 0], link.com);
  for (const end of ends) {
    if (Math.hypot(end[0] - start[0], end[1] - start[1], end[2] - start[2]) < 0.2 * s) continue;
    const bone = Invdyn.parts.bone(start, end, 0.4 * s);
    bone.userData.hasShapes = link.shapes.length > 0;
    put("bones", bone, to);
  }
  put("frames", new THREE.AxesHelper(3 * s), to);
  if (link.mass > 0) {
    const com = Invdyn.parts.centreOfMass(0.6 * s);
    com.position.set(...link.com);
    put("com", com, to);
  }
  if (link.box)
    put("inertia", Invdyn.parts.inertiaBox(link.box, s / Invdyn.jointSize, Invdyn.isLight(robot, link)), to);
  for (const payload of link.payloads) {
    const ball = Invdyn.parts.solid(new THREE.SphereBufferGeometry(1.1 * s, 20, 14), Invdyn.sceneColours.payload);
    ball.position.set(...payload.com);
    to.add(ball);
  }
};

/** @param {any} group */
Invdyn.makeGhost = function (group) {
  group.traverse((/** @type {any} */ part) => {
    if (part.material)
      part.material = new THREE.MeshBasicMaterial(
        { color: 0x3f7fd0, opacity: 0.28, transparent: true, depthWrite: false });
  });
};
