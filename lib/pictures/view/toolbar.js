// The buttons above the page: views, layers of the scene, panels, units, and help.

/**
 * @typedef {object} KeyLine a line of the help and what its keys do
 * @property {string} shown
 * @property {string} text
 * @property {{[key: string]: () => void}} run
 */

/** The name and the meaning of each layer. */
Invdyn.layerTexts = /** @type {{[layer in Layer]: [string, string]}} */ ({
  shapes: ["Shapes", "Shapes of the links"],
  axes: ["Joints", "Axes of the joints"],
  frames: ["Frames", "Axes of the links"],
  com: ["Masses", "Centres of mass"],
  whole: ["CoM", "Centre of mass of the robot"],
  inertia: ["Inertia", "Boxes of equal inertia"],
  path: ["Path", "Path of the tool"],
  ghost: ["Ghost", "The desired motion"],
  wrenches: ["Forces", "Forces and moments on the links"],
  ground: ["Ground", "Ground"],
  follow: ["Follow", "The camera moves with the base"],
});

/**
 * The layers that have something to show.
 * @param {State} state
 * @returns {Set<Layer>}
 */
Invdyn.filledLayers = function ({ data: { robot }, motions }) {
  const has = /** @type {{[layer in Layer]: boolean}} */ ({
    shapes: robot.links.some(({ shapes }) => shapes.length > 0),
    axes: robot.joints.some(({ kind }) => kind !== "fixed"),
    frames: true,
    com: robot.links.some(({ mass }) => mass > 0),
    whole: robot.floats === true && robot.links.some(({ mass }) => mass > 0),
    inertia: robot.links.some(({ box }) => box !== null),
    path: motions.some(Invdyn.isPlaced),
    ghost: motions.some(({ columns }) => columns.has("q_desired")),
    wrenches: robot.wrenches.length > 0 || motions.some(({ wrenches }) => wrenches.length > 0),
    ground: true,
    follow: motions.some(({ base }) => base !== null),
  });
  return new Set(Invdyn.layers.filter((layer) => has[layer]));
};

/** The name and the meaning of each panel. */
Invdyn.panelTexts = /** @type {{[panel: string]: [string, string]}} */ ({
  q: ["q", "Positions of the joints"],
  dq: ["dq", "Velocities of the joints"],
  ddq: ["ddq", "Accelerations of the joints"],
  tau: ["tau", "Torques and forces of the joints"],
  terms: ["Terms", "Terms of the torque of the first shown joint"],
  wrench: ["Base", "Force and moment that the world exerts on the base"],
  power: ["Power", "Power of the joints"],
});

/**
 * @template Item
 * @param {Set<Item>} set
 * @param {Item} item
 * @returns {Set<Item>} with or without the item, the other way round than before
 */
Invdyn.switched = function (set, item) {
  const changed = new Set(set);
  if (!changed.delete(item)) changed.add(item);
  return changed;
};

/**
 * The dialog that lists the keys.
 * @param {State} state
 * @param {KeyLine[]} keys
 * @returns {HTMLDialogElement}
 */
Invdyn.help = function (state, keys) {
  const close = Invdyn.button("Close", "Close the help", () => dialog.close(), { class: "button close" });
  const key = (/** @type {string} */ shown) => Invdyn.element("td", {},
    ...shown.split(" ").flatMap((each) => [Invdyn.element("kbd", {}, each), " "]));
  const lines = keys.map(({ shown, text }) =>
    Invdyn.element("tr", {}, key(shown), Invdyn.element("td", {}, text)));
  const mouse = state.motions.length === 0 ? [] : [
    "In the curves: a click sets the time, a drag shows a part of the time, a double click shows all of it.",
    "Joints and files: Alt-click or a double click shows one alone.",
  ];
  /** @type {HTMLDialogElement} */
  const dialog = Invdyn.element("dialog", {
    id: "help", class: "help", "aria-labelledby": "help-title",
    // A click beside the dialog's content is one on the dialog itself.
    click: (event) => { if (event.target === dialog) dialog.close(); },
  }, Invdyn.element("div", { class: "help-content" },
    Invdyn.element("div", { class: "help-head" },
      Invdyn.element("h2", { id: "help-title" }, "Keys and pointer"), close),
    Invdyn.element("table", {}, Invdyn.element("tbody", {}, ...lines)),
    ...["In the 3-D picture: drag to turn, wheel to come nearer, right button to move.", ...mouse]
      .map((text) => Invdyn.element("p", {}, text)),
    Invdyn.element("p", {}, "The address of the page keeps what is shown: copy it to point at a moment."),
    Invdyn.element("p", { class: "program" }, state.data.program)));
  return dialog;
};

Invdyn.toolbar = (function () {
  /**
   * A group of buttons; on a small screen its title opens it.
   * @param {string} name
   * @param {HTMLElement[]} buttons
   */
  function group(name, buttons) {
    const id = "group-" + name.toLowerCase();
    const items = Invdyn.element("div", { class: "group-items", id }, ...buttons);
    const title = Invdyn.element("button", {
      type: "button", class: "button group-title", "aria-expanded": "false", "aria-controls": id,
      click: () => {
        const open = root.classList.toggle("open");
        title.setAttribute("aria-expanded", String(open));
      },
    }, name);
    const root = Invdyn.element("div", { class: "group", role: "group", "aria-label": name }, title, items);
    return root;
  }

  /** @param {Scene} scene @returns {HTMLElement[]} */
  function views(scene) {
    /** @type {Parameters<Scene["look"]>[0][]} */
    const directions = ["x", "-x", "y", "-y", "z", "-z"];
    const buttons = directions.map((direction) => {
      const label = "View from " + (direction.length === 1 ? "+" : "") + direction;
      const look = () => scene.look(direction);
      return Invdyn.button(direction.replace("-", "−"), label, look, { "data-view": direction });
    });
    const fit = Invdyn.button("Fit", "Fit the robot into the picture", () => scene.fit(), { id: "fit" });
    return [...buttons, fit];
  }

  /** @param {State} state */
  function toggles(state) {
    // Of a motion, or seldom beside a robot alone.
    const moving = ["path", "ghost", "wrenches"];
    const filled = Invdyn.filledLayers(state);
    const layers = Invdyn.layers
      .filter((layer) => filled.has(layer) || !["whole", "follow"].includes(layer) && (state.motions.length > 0 || !moving.includes(layer)))
      .map((layer) => {
        const [name, meaning] = Invdyn.layerTexts[layer], off = !filled.has(layer);
        const click = () => state.set({ layers: Invdyn.switched(state.shown.layers, layer) });
        return Invdyn.toggle(name, meaning + (off ? ": there are none" : ""), click,
          { "data-layer": layer, ...(off ? { disabled: "" } : {}) });
      });
    const panels = (state.last > state.first ? Invdyn.availablePanels(state) : []).map((panel) => {
      const click = () => state.set({ panels: Invdyn.switched(state.shown.panels, panel) });
      return Invdyn.toggle(...Invdyn.panelTexts[panel], click, { "data-panel-toggle": panel });
    });
    const click = () => state.set({ degrees: !state.shown.degrees });
    const units = Invdyn.element("button", { type: "button", id: "degrees", class: "button", click });
    const { joints, moving: order } = state.data.robot;
    const turns = order.some((joint) => joints[joint].kind !== "prismatic");
    return { layers, panels, units: turns ? [units] : [] };
  }

  /** @param {State} state @param {ReturnType<typeof toggles>} of */
  function update({ shown }, of) {
    const press = (/** @type {HTMLElement} */ button, /** @type {boolean} */ on) =>
      button.setAttribute("aria-pressed", String(on));
    const layers = /** @type {Set<string | undefined>} */ (shown.layers);
    for (const button of of.layers)
      press(button, layers.has(button.dataset.layer) && !button.hasAttribute("disabled"));
    for (const button of of.panels) press(button, shown.panels.has(button.dataset.panelToggle || ""));
    for (const button of of.units) {
      button.textContent = shown.degrees ? "deg" : "rad";
      const label = "Angles are in " + (shown.degrees ? "degrees" : "radians") + ": change";
      button.setAttribute("aria-label", label);
      button.title = label;
    }
  }

  /**
   * @param {State} state
   * @param {Scene} scene
   * @param {KeyLine[]} keys
   * @param {HTMLElement} host
   * @returns {{help: () => void}}
   */
  return function toolbar(state, scene, keys, host) {
    const help = Invdyn.help(state, keys);
    const open = () => help.showModal();
    const of = toggles(state);
    const { title, robot } = state.data;
    const name = robot.name === title ? "" : robot.name;
    host.append(
      Invdyn.element("div", { class: "title" }, Invdyn.element("h1", { title }, title),
        Invdyn.element("span", { class: "robot-name", title: name, hidden: name === "" }, name)),
      group("Views", views(scene)),
      group("Layers", of.layers),
      ...(of.panels.length ? [group("Curves", of.panels)] : []),
      Invdyn.element("div", { class: "group last" }, ...of.units,
        Invdyn.button("?", "Help: keys and pointer", open, { id: "help-button" })));
    document.body.append(help);
    state.listen(() => update(state, of));
    update(state, of);
    return { help: open };
  };
})();
