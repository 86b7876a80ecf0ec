// Where the links are. A pose is the upper three rows of a rigid transformation's matrix, row by row.

/**
 * @param {Pose} a
 * @param {Pose} b
 * @returns {Pose} a b
 */
Invdyn.product = function (a, b) {
  const result = new Array(12);
  for (let row = 0; row < 12; row += 4) {
    const x = a[row], y = a[row + 1], z = a[row + 2];
    for (let column = 0; column < 4; ++column)
      result[row + column] = x * b[column] + y * b[4 + column] + z * b[8 + column];
    result[row + 3] += a[row + 3];
  }
  return result;
};

/**
 * A point of a frame, in the axes that the pose of the frame is in.
 * @param {Pose} pose
 * @param {Vec3} point
 * @returns {Vec3}
 */
Invdyn.placed = function (pose, point) {
  const at = Invdyn.turned(pose, point);
  return [at[0] + pose[3], at[1] + pose[7], at[2] + pose[11]];
};

/**
 * A direction of a frame, in the axes that the pose of the frame is in.
 * @param {Pose} p
 * @param {Vec3} direction
 * @returns {Vec3}
 */
Invdyn.turned = function (p, direction) {
  const x = direction[0], y = direction[1], z = direction[2];
  return [p[0] * x + p[1] * y + p[2] * z, p[4] * x + p[5] * y + p[6] * z, p[8] * x + p[9] * y + p[10] * z];
};

/** @param {Pose} pose @returns {Vec3} */
Invdyn.originOf = function (pose) {
  return [pose[3], pose[7], pose[11]];
};

/**
 * The motion of a joint: a rotation by q about its axis (Rodrigues' formula) or a translation by q along it.
 * @param {JointData} joint
 * @param {number} q
 * @returns {Pose}
 */
Invdyn.jointMotion = function (joint, q) {
  const { axis } = joint, x = axis[0], y = axis[1], z = axis[2];
  if (joint.kind === "fixed") return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  if (joint.kind === "prismatic") return [1, 0, 0, q * x, 0, 1, 0, q * y, 0, 0, 1, q * z];
  const s = Math.sin(q), c = Math.cos(q), v = 1 - c;
  return [
    x * x * v + c, x * y * v - z * s, x * z * v + y * s, 0,
    y * x * v + z * s, y * y * v + c, y * z * v - x * s, 0,
    z * x * v - y * s, z * y * v + x * s, z * z * v + c, 0];
};

/**
 * The position of every joint from those of the moving joints: some joints follow others.
 * @param {RobotData} robot
 * @param {ArrayLike<number>} q
 * @returns {number[]}
 */
Invdyn.jointPositions = function (robot, q) {
  const positions = new Array(robot.joints.length).fill(0);
  robot.moving.forEach((joint, number) => { positions[joint] = q[number]; });
  robot.joints.forEach(({ follows }, joint) => {
    if (follows) positions[joint] = follows.multiplier * positions[follows.joint] + follows.offset;
  });
  return positions;
};

/**
 * The pose of every link in the world.
 * @param {RobotData} robot
 * @param {ArrayLike<number>} q of the moving joints
 * @param {Pose} [base] in place of the robot's
 * @returns {Pose[]}
 */
Invdyn.linkPoses = function (robot, q, base = robot.base) {
  const positions = Invdyn.jointPositions(robot, q);
  /** @type {Pose[]} */
  const poses = new Array(robot.links.length);
  poses[0] = base;
  for (const joint of Invdyn.parentsFirst(robot)) {
    const { parent, before, after } = robot.joints[joint];
    const atJoint = Invdyn.product(poses[parent], before);
    poses[joint + 1] = Invdyn.product(
      Invdyn.product(atJoint, Invdyn.jointMotion(robot.joints[joint], positions[joint])), after);
  }
  return poses;
};

/**
 * The centre of mass of the robot in the world, with a payload.
 * @param {RobotData} robot
 * @param {Pose[]} poses of the links
 * @param {Payload} payload
 * @returns {Vec3 | null} null: it has no mass
 */
Invdyn.centreOfMass = function ({ links }, poses, payload) {
  const parts = [...links.map(({ mass, com }, link) => ({ mass, link, point: com })), payload];
  const whole = parts.reduce((sum, { mass }) => sum + mass, 0), centre = /** @type {Vec3} */ ([0, 0, 0]);
  for (const { mass, link, point } of parts)
    Invdyn.placed(poses[link], point).forEach((x, k) => { centre[k] += mass / whole * x; });
  return whole > 0 ? centre : null;
};

/**
 * All joints, each after the joint that carries its parent link: a file may list them in any order.
 * @param {RobotData} robot
 * @returns {number[]}
 */
Invdyn.parentsFirst = function (robot) {
  if (robot.order) return robot.order;
  /** @type {number[][]} */
  const children = robot.links.map(() => []);
  robot.joints.forEach((joint, number) => children[joint.parent].push(number));
  const order = [...children[0]];
  for (let i = 0; i < order.length; ++i) order.push(...children[order[i] + 1]);
  robot.order = order;
  return order;
};

/**
 * The row at a time, or before it.
 * @param {Motion} motion
 * @param {number} time
 * @returns {number}
 */
Invdyn.rowAt = function (motion, time) {
  let low = 0, high = motion.rows - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (motion.t[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
};

/**
 * Whether a motion places the robot: a file may have torques alone.
 * @param {Motion} motion
 * @returns {boolean}
 */
Invdyn.isPlaced = function ({ columns }) {
  return columns.has("q") || columns.has("wrench");
};

/**
 * The numbers of a quantity in a row, for each moving joint; null: the motion does not have it.
 * @param {Motion} motion
 * @param {number} row
 * @param {string} quantity
 * @returns {number[] | null}
 */
Invdyn.jointValues = function (motion, row, quantity) {
  const columns = motion.columns.get(quantity);
  return columns ? columns.map((values) => (values ? values[row] : 0)) : null;
};
