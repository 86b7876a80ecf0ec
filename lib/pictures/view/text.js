// Elements, numbers, units and colours that all parts of the page share.

/**
 * Makes an element. Children that are strings become text, never markup: the names of joints, files and
 * robots are not ours. A property that is a function listens to the event of its name; null and false leave a
 * property out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {{[name: string]: string | number | boolean | null | ((event: any) => void)}} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
Invdyn.element = function (tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
};

/**
 * A button that shows by aria-pressed whether something is on.
 * @param {string} text
 * @param {string} label its name for screen readers, and its tooltip
 * @param {(event: MouseEvent) => void} click
 * @param {{[name: string]: string | number}} [properties]
 * @returns {HTMLButtonElement}
 */
Invdyn.toggle = function (text, label, click, properties = {}) {
  return Invdyn.element("button", {
    type: "button", class: "button toggle", "aria-label": label, title: label, "aria-pressed": "false", click,
    ...properties,
  }, text);
};

/**
 * @param {string} text
 * @param {string} label its name for screen readers, and its tooltip
 * @param {(event: MouseEvent) => void} click
 * @param {{[name: string]: string | number}} [properties]
 * @returns {HTMLButtonElement}
 */
Invdyn.button = function (text, label, click, properties = {}) {
  return Invdyn.element("button", {
    type: "button", class: "button", "aria-label": label, title: label, click, ...properties,
  }, text);
};

/**
 * A number for a reader, with at most so many significant digits.
 * @param {number} value
 * @param {number} [digits]
 * @returns {string}
 */
Invdyn.number = function (value, digits = 4) {
  if (Number.isNaN(value)) return "none";
  if (!Number.isFinite(value)) return value > 0 ? "infinite" : "-infinite";
  const size = Math.abs(value);
  if (size < 1e-12) return "0";
  if (size >= 1e6 || size < 1e-4)
    return value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  // All digits before the point are shown, even if there are more.
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  const text = value.toFixed(decimals);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
};

/**
 * A name, in two halves if it is long: where there is no room, it is cut where they meet.
 * @param {string} name
 * @returns {HTMLElement}
 */
Invdyn.name = function (name) {
  const letters = Array.from(name), half = letters.length > 8 ? Math.ceil(letters.length / 2) : letters.length;
  return Invdyn.element("span", { class: "name" },
    Invdyn.element("span", { class: "name-begin" }, letters.slice(0, half).join("")),
    Invdyn.element("span", { class: "name-end" }, letters.slice(half).join("")));
};

/**
 * @param {number} share
 * @returns {string} in percent, with two or three digits
 */
Invdyn.percent = function (share) {
  if (share >= 9.995) return ">999 %";
  if (share > 0 && share < 9.5e-5) return "<0.01 %";
  return (share < 0.0995 ? Invdyn.number(100 * share, 2) : Math.round(100 * share)) + " %";
};

/**
 * The share of a joint's strict limit that a value is, on its side; null: there is no limit.
 * @param {JointData} joint
 * @param {Quantity} quantity
 * @returns {(value: number) => number | null}
 */
Invdyn.shareOfLimit = function (joint, quantity) {
  const [above, below] = [true, false].map((upper) => Math.min(...joint.limits
    .filter((limit) => limit.quantity === quantity && limit.strict && limit.upper === upper)
    .map(({ value }) => Math.abs(value))));
  return (value) => {
    const limit = value >= 0 ? above : below;
    return limit === Infinity ? null : limit > 0 ? Math.abs(value) / limit : value === 0 ? 0 : Infinity;
  };
};

/**
 * A whole number with a comma between thousands.
 * @param {number} value
 * @returns {string}
 */
Invdyn.count = function (value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
};

/**
 * A time with as many decimals as rows of a motion of this length need: all times have the same width.
 * @param {number} value s
 * @param {number} length of the motion, s
 * @returns {string}
 */
Invdyn.time = function (value, length) {
  const decimals = length > 0 ? Math.min(9, Math.max(3, 3 - Math.floor(Math.log10(length)))) : 3;
  return value.toFixed(decimals);
};

/**
 * The unit of a quantity, and the number by which its SI value is multiplied.
 * @param {string} quantity
 * @param {JointData["kind"]} kind of the joint
 * @param {boolean} degrees
 * @returns {{text: string, factor: number}}
 */
Invdyn.unit = function (quantity, kind, degrees) {
  if (quantity === "power") return { text: "W", factor: 1 };
  const slides = kind === "prismatic";
  const motion = { q: "", q_desired: "", dq: "/s", ddq: "/s²" };
  if (!(quantity in motion)) return { text: slides ? "N" : "N m", factor: 1 };
  const per = motion[/** @type {keyof motion} */ (quantity)];
  if (slides) return { text: "m" + per, factor: 1 };
  return degrees ? { text: "deg" + per, factor: 180 / Math.PI } : { text: "rad" + per, factor: 1 };
};

/**
 * The colour of a variable of the style, as it is now: light or dark.
 * @param {string} name without "--"
 * @returns {string}
 */
Invdyn.colour = function (name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
};

/** The number of colours of joints and of terms in the style. */
Invdyn.colours = { joint: 12, term: 10 };

/**
 * The name of the style's variable with the colour of a moving joint.
 * @param {number} joint
 * @returns {string}
 */
Invdyn.jointColour = function (joint) {
  return "joint-" + (joint % Invdyn.colours.joint);
};

/**
 * The name of the style's variable with the colour of a term of the torque.
 * @param {number} term
 * @returns {string}
 */
Invdyn.termColour = function (term) {
  return "term-" + (term % Invdyn.colours.term);
};

/**
 * A small square of a colour.
 * @param {string} colour name of a variable of the style
 * @returns {HTMLElement}
 */
Invdyn.swatch = function (colour) {
  const made = Invdyn.element("span", { class: "swatch", "aria-hidden": "true" });
  made.style.background = "var(--" + colour + ")";
  return made;
};

/**
 * The dashes of a motion's curves, px: all motions have the colours of the joints.
 * @param {number} motion
 * @returns {number[]}
 */
Invdyn.dashes = function (motion) {
  return [[], [7, 4], [2, 3], [9, 3, 2, 3]][motion % 4];
};

/**
 * Calls the listener when the system changes between light and dark.
 * @param {() => void} listener
 */
Invdyn.onTheme = function (listener) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", listener);
};

/**
 * The joint of a moving joint's number.
 * @param {PageData} data
 * @param {number} joint number in robot.moving
 * @returns {JointData}
 */
Invdyn.movingJoint = function (data, joint) {
  return data.robot.joints[data.robot.moving[joint]];
};
