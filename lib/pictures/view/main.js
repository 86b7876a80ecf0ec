// Reads the data of the page, builds its parts and gives them the keyboard.

/**
 * All keys. A letter with Shift is "Shift+x".
 * @param {State} state
 * @param {Scene} scene
 * @param {() => void} help
 * @returns {KeyLine[]}
 */
Invdyn.keys = function (state, scene, help) {
  const { moving } = state.data.robot;
  const time = Invdyn.timeKeys(state);
  const toggled = (/** @type {number} */ joint) => () =>
    state.set({ joints: state.shown.joints.map((is, at) => (at === joint ? !is : is)) });
  const layer = (/** @type {Layer} */ name) => () =>
    state.set({ layers: Invdyn.switched(state.shown.layers, name) });
  /** @type {{[key: string]: Layer}} */
  const layers = {
    s: "shapes", j: "axes", r: "frames", c: "com", ...(state.data.robot.floats ? { m: "whole" } : {}), i: "inertia",
    p: "path", g: "ghost", w: "wrenches", h: "ground",
    ...(Invdyn.filledLayers(state).has("follow") ? { b: "follow" } : {}),
  };
  const degrees = () => state.set({ degrees: !state.shown.degrees });
  const finding = (/** @type {number} */ step) => () => {
    const count = state.findings.length, at = state.shown.finding;
    if (count) Invdyn.goToFinding(state, at < 0 && step < 0 ? count - 1 : (at + step + count) % count);
  };
  return [
    ...time,
    { shown: "[ ]", text: "previous or next finding", run: { "[": finding(-1), "]": finding(1) } },
    {
      shown: "1…9", text: "show or hide the curves of a joint",
      run: Object.fromEntries(moving.slice(0, 9).map((_, joint) => [String(joint + 1), toggled(joint)])),
    },
    { shown: "a", text: "show all joints", run: { a: () => state.set({ joints: moving.map(() => true) }) } },
    { shown: "d", text: "degrees or radians", run: { d: degrees } },
    ...Object.entries(layers).map(([key, name]) =>
      ({ shown: key, text: Invdyn.layerTexts[name][1].toLowerCase(), run: { [key]: layer(name) } })),
    ...Invdyn.cameraKeys(scene),
    { shown: "?", text: "this help", run: { "?": help } },
  ];
};

/**
 * @param {State} state
 * @returns {KeyLine[]}
 */
Invdyn.timeKeys = function (state) {
  const go = (/** @type {number} */ rows) => () => Invdyn.step(state, rows);
  const faster = () => Invdyn.changeSpeed(state, 1);
  const zoom = (/** @type {number} */ factor) => () => Invdyn.zoomTime(state, factor);
  if (!(state.last > state.first)) return [];
  return [
    { shown: "Space", text: "play or pause", run: { " ": () => Invdyn.playOrPause(state) } },
    { shown: "← →", text: "one row back or forward", run: { ArrowLeft: go(-1), ArrowRight: go(1) } },
    {
      shown: "Shift+← Shift+→", text: "ten rows back or forward",
      run: { "Shift+ArrowLeft": go(-10), "Shift+ArrowRight": go(10) },
    },
    {
      shown: "Home End", text: "first or last row",
      run: { Home: () => state.set({ time: state.first }), End: () => state.set({ time: state.last }) },
    },
    {
      shown: "- +", text: "slower or faster",
      run: { "-": () => Invdyn.changeSpeed(state, -1), "+": faster, "=": faster },
    },
    { shown: "l", text: "loop", run: { l: () => state.set({ loop: !state.shown.loop }) } },
    {
      shown: "e Shift+e", text: "curves of a shorter or longer time",
      run: { e: zoom(0.5), "Shift+e": zoom(2) },
    },
    {
      shown: "0", text: "curves of the whole time",
      run: { 0: () => state.set({ from: state.first, to: state.last }) },
    },
  ];
};

/**
 * @param {Scene} scene
 * @returns {KeyLine[]}
 */
Invdyn.cameraKeys = function (scene) {
  /** @typedef {(sideways: number, up: number) => () => void} Move */
  const turn = /** @type {Move} */ ((left, up) => () => scene.turn(0.1 * left, 0.1 * up));
  const pan = /** @type {Move} */ ((right, up) => () => scene.pan(0.05 * right, 0.05 * up));
  const look = (/** @type {"x" | "y" | "z"} */ axis) => ({
    shown: axis + " Shift+" + axis, text: "view from +" + axis + " or -" + axis,
    run: {
      [axis]: () => scene.look(axis),
      ["Shift+" + axis]: () => scene.look(/** @type {"-x" | "-y" | "-z"} */ ("-" + axis)),
    },
  });
  return [
    look("x"), look("y"), look("z"),
    { shown: "f", text: "fit the robot into the picture", run: { f: () => scene.fit() } },
    {
      shown: "Alt+arrows", text: "turn the camera",
      run: {
        "Alt+ArrowLeft": turn(1, 0), "Alt+ArrowRight": turn(-1, 0), "Alt+ArrowUp": turn(0, 1),
        "Alt+ArrowDown": turn(0, -1),
      },
    },
    {
      shown: "Alt+Shift+arrows", text: "move the camera",
      run: {
        "Alt+Shift+ArrowLeft": pan(-1, 0), "Alt+Shift+ArrowRight": pan(1, 0), "Alt+Shift+ArrowUp": pan(0, 1),
        "Alt+Shift+ArrowDown": pan(0, -1),
      },
    },
    {
      shown: "PageUp PageDown", text: "camera nearer or farther",
      run: { PageUp: () => scene.zoom(1.2), PageDown: () => scene.zoom(1 / 1.2) },
    },
  ];
};

/**
 * @param {KeyLine[]} keys
 */
Invdyn.listenToKeys = function (keys) {
  const runs = new Map(keys.flatMap(({ run }) => Object.entries(run)));
  /** @param {KeyboardEvent} event @returns {string} */
  const nameOf = (event) => {
    const isLetter = /^[a-z]$/i.test(event.key), isNamed = event.key.length > 1;
    // Symbols come with or without Shift, as the keyboard has them.
    const shift = event.shiftKey && (isLetter || isNamed) ? "Shift+" : "";
    const alt = event.altKey && !event.getModifierState("AltGraph") ? "Alt+" : "";
    return alt + shift + (isLetter ? event.key.toLowerCase() : event.key);
  };
  /** @param {KeyboardEvent} event @returns {boolean} whether the element with the focus needs the key */
  const isForElement = ({ target, key }) => {
    if (!(target instanceof HTMLElement)) return false;
    if (target instanceof HTMLInputElement && target.type !== "range") return true;
    if (target instanceof HTMLSelectElement) return key !== " " || !target.closest(".timeline");
    if (target.closest("button, summary")) return key === " " || key === "Enter";
    return target instanceof HTMLInputElement && target.id !== "time" && /^(Arrow|Home|End|Page)/.test(key);
  };
  document.addEventListener("keydown", (event) => {
    const commands = event.metaKey || (event.ctrlKey && !event.getModifierState("AltGraph"));
    const isOurs = !event.defaultPrevented && !commands && !isForElement(event);
    const run = runs.get(nameOf(event));
    if (!isOurs || !run || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    run();
  });
  // A click does not take the focus to a button: Space plays on after it. Tab still goes to all buttons.
  document.addEventListener("mousedown", (event) => {
    if (event.target instanceof Element && event.target.closest("button")) event.preventDefault();
  });
};

/**
 * The scene, or a message in its place: the curves are of use without it.
 * @param {State} state
 * @param {HTMLElement} host
 * @returns {Scene}
 */
Invdyn.sceneOrMessage = function (state, host) {
  try {
    return Invdyn.scene(state, host);
  } catch (error) {
    host.replaceChildren(Invdyn.element("p", { class: "no-scene", role: "alert" },
      "The robot cannot be drawn: 3-D needs WebGL, which this browser does not give. (" + error + ")"));
    const nothing = () => { };
    return {
      fit: nothing, look: nothing, turn: nothing, zoom: nothing, pan: nothing, draw: nothing,
      pixelOf: () => [NaN, NaN], linkPoses: () => [],
    };
  }
};

/** The built page, for its tests and for the console; null before. */
Invdyn.page = /** @type {{state: State, scene: Scene} | null} */ (null);

Invdyn.build = function () {
  const host = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const { data, motions } = Invdyn.readData(host("data").textContent || "");
  const state = Invdyn.state(data, motions);
  Invdyn.followTrial(state);
  host("main").classList.toggle("still", motions.length === 0);
  const scene = Invdyn.sceneOrMessage(state, host("scene"));
  let help = () => { };
  const keys = Invdyn.keys(state, scene, () => help());
  help = Invdyn.toolbar(state, scene, keys, host("toolbar")).help;
  Invdyn.legend(state, host("legend"));
  Invdyn.trial(state, host("trial"));
  Invdyn.sliders(state, host("sliders"));
  Invdyn.findings(state, host("findings"));
  Invdyn.timeline(state, host("timeline"));
  Invdyn.panels(state, host("panels"));
  Invdyn.listenToKeys(keys);
  Invdyn.page = { state, scene };
};

try {
  Invdyn.build();
  document.documentElement.dataset.ready = "yes";
} catch (error) {
  const failure = /** @type {HTMLElement} */ (document.getElementById("failure"));
  failure.hidden = false;
  failure.textContent = "This page could not be built: " + error;
  throw error;
}
