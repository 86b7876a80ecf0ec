// Everything of the page is a function on this one object. Each file adds its own.
var Invdyn = {};

/**
 * The data of the page: its JSON, and the columns of its motions as numbers.
 * @param {string} text
 * @returns {{data: PageData, motions: Motion[]}}
 */
Invdyn.readData = function (text) {
  /** @type {PageData} */
  const data = JSON.parse(text);
  return { data, motions: data.motions.map((motion) => Invdyn.readMotion(motion, data.robot.moving.length)) };
};

/**
 * @param {MotionData} motion
 * @param {number} joints
 * @returns {Motion}
 */
Invdyn.readMotion = function (motion, joints) {
  /** @type {Map<string, (Float64Array | null)[]>} */
  const columns = new Map();
  for (const { quantity, joint, values } of motion.columns) {
    const ofJoints = columns.get(quantity) ?? new Array(joints).fill(null);
    ofJoints[joint] = Invdyn.numbersOf(values);
    columns.set(quantity, ofJoints);
  }
  // A file of torques alone: there are no computed ones that they would be beside.
  const ofFile = columns.get("tau_from_file");
  if (ofFile && !columns.has("tau")) {
    columns.set("tau", ofFile);
    columns.delete("tau_from_file");
  }
  return {
    name: motion.name,
    rows: motion.rows,
    rows_of_file: motion.rows_of_file,
    t: new Float64Array(Invdyn.bytesOf(motion.t)),
    columns,
    given: columns,
    wrenches: motion.wrenches.map((wrench) => ({ ...wrench, values: new Float32Array(Invdyn.bytesOf(wrench.values)) })),
    contacts: motion.contacts.map((contact) => ({ ...contact, bearing: new Float32Array(Invdyn.bytesOf(contact.bearing)) })),
    base: motion.base === null ? null : Invdyn.numbersOf(motion.base),
    findings: motion.findings,
  };
};

/**
 * Numbers of 6 bytes: float64 without the two bytes that count least.
 * @param {string} text
 * @returns {Float64Array}
 */
Invdyn.numbersOf = function (text) {
  const kept = new Uint8Array(Invdyn.bytesOf(text)), bytes = new Uint8Array(kept.length / 6 * 8);
  for (let from = 0, to = 2; from < kept.length; from += 6, to += 8) bytes.set(kept.subarray(from, from + 6), to);
  return new Float64Array(bytes.buffer);
};

/**
 * The bytes of a text in base 64. Numbers in them are little-endian, as on every machine that has a browser.
 * @param {string} text
 * @returns {ArrayBuffer}
 */
Invdyn.bytesOf = function (text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = characters.charCodeAt(i);
  return bytes.buffer;
};
