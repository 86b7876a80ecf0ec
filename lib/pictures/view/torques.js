// Torques that the page computes itself: of the robot at rest, and of a motion at another speed or with a payload.

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @returns {Vec3} */
Invdyn.cross = function (a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
};

/**
 * The joints that a moving joint's column stands for: itself, and those that follow it. Its torque is the sum of
 * theirs, each times its multiplier.
 * @param {RobotData} robot
 * @param {number} column number in robot.moving
 * @returns {{joint: number, multiplier: number}[]}
 */
Invdyn.jointsOfColumn = function (robot, column) {
  robot.columns ??= robot.moving.map((own) => [{ joint: own, multiplier: 1 },
    ...robot.joints.flatMap(({ follows }, joint) =>
      (follows && follows.joint === own ? [{ joint, multiplier: follows.multiplier }] : []))]);
  return robot.columns[column];
};

/**
 * The origin and the axis of each joint in the world.
 * @param {RobotData} robot
 * @param {Pose[]} poses of the links
 * @returns {{origin: Vec3, axis: Vec3}[]}
 */
Invdyn.jointAxes = function (robot, poses) {
  return robot.joints.map(({ parent, before, axis }) => ({
    origin: Invdyn.placed(poses[parent], Invdyn.originOf(before)),
    axis: Invdyn.turned(poses[parent], Invdyn.turned(before, axis)),
  }));
};

/**
 * Adds a force at a point of the world to what acts on a link: force, and moment about the world's origin.
 * @param {Float64Array} acting six numbers for each link
 * @param {number} link
 * @param {ArrayLike<number>} force
 * @param {Vec3} at
 * @param {number} [factor] of the force
 */
Invdyn.addForce = function (acting, link, force, at, factor = 1) {
  const of = 6 * link, x = factor * force[0], y = factor * force[1], z = factor * force[2];
  acting[of] += x;
  acting[of + 1] += y;
  acting[of + 2] += z;
  acting[of + 3] += at[1] * z - at[2] * y;
  acting[of + 4] += at[2] * x - at[0] * z;
  acting[of + 5] += at[0] * y - at[1] * x;
};

/**
 * The torques of all columns that hold what acts on the links.
 * @param {RobotData} robot
 * @param {{origin: Vec3, axis: Vec3}[]} axes of the joints
 * @param {Float64Array} acting by addForce; afterwards of each link with all that it carries
 * @returns {number[]}
 */
Invdyn.holdingTorques = function (robot, axes, acting) {
  const torques = new Float64Array(robot.joints.length), order = Invdyn.parentsFirst(robot);
  for (let at = order.length - 1; at >= 0; --at) {
    const joint = order[at], { origin: o, axis } = axes[joint], { kind, parent } = robot.joints[joint];
    const of = 6 * (joint + 1), x = acting[of], y = acting[of + 1], z = acting[of + 2];
    torques[joint] = kind === "prismatic" ? -(axis[0] * x + axis[1] * y + axis[2] * z)
      : -(axis[0] * (acting[of + 3] - o[1] * z + o[2] * y) + axis[1] * (acting[of + 4] - o[2] * x + o[0] * z) +
          axis[2] * (acting[of + 5] - o[0] * y + o[1] * x));
    for (let k = 0; k < 6; ++k) acting[6 * parent + k] += acting[of + k];
  }
  return robot.moving.map((_, column) => {
    let sum = 0;
    for (const { joint, multiplier } of Invdyn.jointsOfColumn(robot, column)) sum += multiplier * torques[joint];
    return sum;
  });
};

/**
 * What the drives pass on to links, springs and constant wrenches while the robot is at rest.
 * @param {RobotData} robot
 * @param {ArrayLike<number>} q of the moving joints
 * @param {Pose[]} poses of the links
 * @param {{origin: Vec3, axis: Vec3}[]} axes of the joints
 * @returns {number[]}
 */
Invdyn.passedAtRest = function (robot, q, poses, axes) {
  const acting = new Float64Array(6 * robot.links.length);
  robot.links.forEach(({ mass, com, compensation }, link) => {
    Invdyn.addForce(acting, link, robot.gravity, Invdyn.placed(poses[link], com), (1 - compensation) * mass);
  });
  for (const { link, point, point_in_link, in_link, values } of robot.wrenches) {
    const [force, moment] = [0, 3].map((begin) => {
      const vector = /** @type {Vec3} */ (values.slice(begin, begin + 3));
      return in_link ? Invdyn.turned(poses[link], vector) : vector;
    });
    Invdyn.addForce(acting, link, force, point_in_link ? Invdyn.placed(poses[link], point) : point);
    moment.forEach((value, k) => { acting[6 * link + 3 + k] += value; });
  }
  const torques = Invdyn.holdingTorques(robot, axes, acting), positions = Invdyn.jointPositions(robot, q);
  return torques.map((torque, column) => {
    let sum = torque;
    for (const { joint, multiplier } of Invdyn.jointsOfColumn(robot, column)) {
      const { drive } = robot.joints[joint];
      if (drive) sum += multiplier * drive.stiffness * (positions[joint] - drive.reference);
    }
    return sum;
  });
};

/**
 * The torques that hold a force on one link.
 * @param {RobotData} robot
 * @param {{origin: Vec3, axis: Vec3}[]} axes of the joints
 * @param {number} link
 * @param {ArrayLike<number>} force
 * @param {Vec3} at in the world
 * @param {number} factor of the force
 * @returns {number[]}
 */
Invdyn.torquesOfForce = function (robot, axes, link, force, at, factor) {
  const acting = new Float64Array(6 * robot.links.length);
  Invdyn.addForce(acting, link, force, at, factor);
  return Invdyn.holdingTorques(robot, axes, acting);
};

/**
 * Torques and forces below this are the rounding of a sum: they are 1e-12 of what the weights of all links have about the
 * world's origin.
 * @param {RobotData} robot
 * @param {Pose[]} poses of the links
 * @param {Payload} payload
 * @returns {number}
 */
Invdyn.roundingAtRest = function ({ links, gravity }, poses, payload) {
  const parts = [...links.map(({ mass, com }, link) => ({ mass, link, point: com })), payload];
  return 1e-12 * Math.hypot(...gravity) * parts.reduce((sum, { mass, link, point }) =>
    sum + mass * (1 + Math.hypot(...Invdyn.placed(poses[link], point))), 0);
};

/**
 * The torques that hold the robot at rest, as `torque --static` computes them, with a payload.
 * @param {RobotData} robot
 * @param {ArrayLike<number>} q of the moving joints
 * @param {Payload} payload
 * @returns {number[]} of the moving joints
 */
Invdyn.staticTorques = function (robot, q, { mass, link, point }) {
  const poses = Invdyn.linkPoses(robot, q), axes = Invdyn.jointAxes(robot, poses);
  const at = Invdyn.placed(poses[link], point);
  const ofPayload = Invdyn.torquesOfForce(robot, axes, link, robot.gravity, at, mass);
  const rounding = Invdyn.roundingAtRest(robot, poses, { mass, link, point });
  return Invdyn.passedAtRest(robot, q, poses, axes)
    .map((torque, column) => torque + ofPayload[column] + Invdyn.frictionOf(robot, column)(0))
    .map((torque) => (Math.abs(torque) < rounding ? 0 : torque));
};

/**
 * The friction of a column's joints that does not depend on their load, with their offsets.
 * @param {RobotData} robot
 * @param {number} column
 * @returns {(dq: number) => number} of the velocity of the column
 */
Invdyn.frictionOf = function (robot, column) {
  const drives = Invdyn.jointsOfColumn(robot, column).flatMap(({ joint, multiplier }) => {
    const { drive } = robot.joints[joint];
    return drive ? [{ ...drive, multiplier }] : [];
  });
  return (dq) => {
    let sum = 0;
    for (const { multiplier, damping, while_positive, while_negative, at_rest, curve } of drives) {
      const v = multiplier * dq, { torque, speed } = curve;
      const dry = v > 0 ? while_positive : v < 0 ? while_negative : at_rest;
      sum += multiplier * (damping * v + dry + (torque === 0 ? 0 : torque * v / Math.sqrt(v * v + speed * speed)));
    }
    return sum;
  };
};

/**
 * The acceleration of a point of a link in the world.
 * @param {RobotData} robot
 * @param {{origin: Vec3, axis: Vec3}[]} axes of the joints
 * @param {number[]} dq of all joints
 * @param {number[]} ddq of all joints
 * @param {number} link
 * @param {Vec3} point in the world
 * @returns {Vec3}
 */
Invdyn.accelerationOf = function (robot, axes, dq, ddq, link, point) {
  const path = /** @type {number[]} */ ([]);
  for (let at = link; at > 0; at = robot.joints[at - 1].parent) path.unshift(at - 1);
  const add = (/** @type {Vec3} */ to, /** @type {Vec3} */ more, factor = 1) => {
    for (let k = 0; k < 3; ++k) to[k] += factor * more[k];
  };
  // The angular velocity, its rate, and the acceleration of the last origin.
  const speed = /** @type {Vec3} */ ([0, 0, 0]), turn = /** @type {Vec3} */ ([0, 0, 0]);
  const acceleration = /** @type {Vec3} */ ([0, 0, 0]);
  path.forEach((joint, number) => {
    const { origin, axis } = axes[joint], { kind } = robot.joints[joint];
    const across = Invdyn.cross(speed, axis);
    if (kind === "prismatic") {
      add(acceleration, axis, ddq[joint]);
      add(acceleration, across, 2 * dq[joint]);
    } else if (kind !== "fixed") {
      add(turn, axis, ddq[joint]);
      add(turn, across, dq[joint]);
      add(speed, axis, dq[joint]);
    }
    const next = number + 1 < path.length ? axes[path[number + 1]].origin : point;
    const arm = /** @type {Vec3} */ ([next[0] - origin[0], next[1] - origin[1], next[2] - origin[2]]);
    add(acceleration, Invdyn.cross(turn, arm));
    add(acceleration, Invdyn.cross(speed, Invdyn.cross(speed, arm)));
  });
  return acceleration;
};

/**
 * The parts of a motion's torques that its columns do not show: what drives pass on at rest, and what a payload of
 * 1 kg adds at rest and by its acceleration.
 * @param {RobotData} robot
 * @param {Motion} motion
 * @param {{link: number, point: Vec3}} place of the payload
 * @returns {{rest: Float64Array[], held: Float64Array[], moved: Float64Array[]}} by column
 */
Invdyn.partsOf = function (robot, motion, { link, point }) {
  const make = () => robot.moving.map(() => new Float64Array(motion.rows));
  const parts = { rest: make(), held: make(), moved: make() };
  const [q, dq, ddq] = ["q", "dq", "ddq"].map((name) => motion.given.get(name) ?? []);
  const rowOf = (/** @type {(Float64Array | null)[]} */ columns, /** @type {number} */ row) =>
    columns.map((values) => (values ? values[row] : 0));
  // Of all joints: velocities and accelerations have no offset.
  const all = (/** @type {number[]} */ ofColumns) => {
    const values = new Array(robot.joints.length).fill(0);
    ofColumns.forEach((value, column) => {
      for (const { joint, multiplier } of Invdyn.jointsOfColumn(robot, column)) values[joint] = multiplier * value;
    });
    return values;
  };
  for (let row = 0; row < motion.rows; ++row) {
    const position = rowOf(q, row), poses = Invdyn.linkPoses(robot, position);
    const axes = Invdyn.jointAxes(robot, poses), at = Invdyn.placed(poses[link], point);
    const acceleration = Invdyn.accelerationOf(robot, axes, all(rowOf(dq, row)), all(rowOf(ddq, row)), link, at);
    const rest = Invdyn.passedAtRest(robot, position, poses, axes);
    const held = Invdyn.torquesOfForce(robot, axes, link, robot.gravity, at, 1);
    const moved = Invdyn.torquesOfForce(robot, axes, link, acceleration, at, -1);
    for (let column = 0; column < rest.length; ++column) {
      parts.rest[column][row] = rest[column];
      parts.held[column][row] = held[column];
      parts.moved[column][row] = moved[column];
    }
  }
  return parts;
};

/**
 * The torques of a column at another speed, with a payload: what is passed on is quadratic in the speed and linear
 * in the mass, and friction follows from both.
 * @param {RobotData} robot
 * @param {Motion} motion
 * @param {ReturnType<typeof Invdyn.partsOf>} parts
 * @param {number} column
 * @param {number} pace times the speed
 * @param {number} mass kg
 * @returns {Float64Array}
 */
Invdyn.triedTorques = function (robot, motion, parts, column, pace, mass) {
  const of = (/** @type {string} */ name) =>
    /** @type {Float64Array} */ ((motion.given.get(name) || [])[column]);
  const tau = of("tau"), dq = of("dq"), ddq = of("ddq"), square = pace * pace;
  const rest = parts.rest[column], held = parts.held[column], moved = parts.moved[column];
  const { inertia = 0, load = 0 } = robot.joints[robot.moving[column]].drive ?? {};
  // Only the friction of the load needs the rotor apart from the links.
  const rotor = load === 0 ? 0 : inertia, friction = Invdyn.frictionOf(robot, column);
  return tau.map((torque, row) => {
    const ofLoad = load * Math.sign(dq[row]), ofRotor = rotor * ddq[row];
    const loaded = torque - ofRotor - friction(dq[row]);
    const passed = loaded / (1 + ofLoad * Math.sign(loaded));
    const tried = rest[row] + mass * held[row] + square * (passed - rest[row] + mass * moved[row]);
    return tried + ofLoad * Math.abs(tried) + square * ofRotor + friction(pace * dq[row]);
  });
};
