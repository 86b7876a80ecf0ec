// The joints and the motions: which are shown, in which colour and dash, and the values at the cursor.

Invdyn.legend = (function () {
  const clicks = "Click shows or hides it, double click or Alt-click shows it alone.";

  /** @param {number} motion @returns {SVGElement} a piece of its line */
  function sample(motion) {
    /** @param {string} tag @param {{[name: string]: string}} attributes */
    const drawn = (tag, attributes) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      return made;
    };
    const dashes = Invdyn.dashes(motion).join(" ");
    const picture = drawn("svg", { width: "26", height: "8", "aria-hidden": "true", class: "sample" });
    picture.append(drawn("line", { x1: "0", y1: "4", x2: "26", y2: "4", "stroke-dasharray": dashes }));
    return picture;
  }

  /**
   * @param {boolean[]} shown
   * @param {number} index
   * @param {boolean} alone shows this one only, or all if it was the only one
   * @returns {boolean[]}
   */
  function changed(shown, index, alone) {
    if (!alone) return shown.map((is, at) => (at === index ? !is : is));
    const isAlone = shown.every((is, at) => is === (at === index));
    return shown.map((_, at) => isAlone || at === index);
  }

  /**
   * @param {State} state
   * @param {number} joint
   * @param {string[]} quantities
   * @returns {string[]} their values at the cursor in the first shown motion, "" where there is none
   */
  function valuesOf(state, joint, quantities) {
    const { kind } = Invdyn.movingJoint(state.data, joint);
    const motion = state.motions.find((_, index) => state.shown.motions[index]);
    return quantities.map((quantity) => {
      const value = motion ? Invdyn.valueAt(motion, quantity, joint, state.shown.time) : null;
      const unit = Invdyn.unit(quantity, kind, state.shown.degrees);
      return value === null ? "" : Invdyn.number(value * unit.factor) + " " + unit.text;
    });
  }

  /** @param {State} state @param {number} joint @returns {string} all values at the cursor, for a tooltip */
  function description(state, joint) {
    const quantities = ["q", "dq", "ddq", "tau", "power"];
    const values = valuesOf(state, joint, quantities)
      .flatMap((text, index) => (text === "" ? [] : [quantities[index] + " " + text]));
    return Invdyn.movingJoint(state.data, joint).name + ": " + values.join(", ") + ". " + clicks;
  }

  /**
   * @param {State} state
   * @param {"joints" | "motions"} group
   * @param {number} index
   * @param {string} name
   * @param {Node} mark
   * @param {Node} detail
   */
  function item(state, group, index, name, mark, detail) {
    const choose = (/** @type {boolean} */ alone) =>
      state.set({ [group]: changed(state.shown[group], index, alone) });
    return Invdyn.element("button", {
      type: "button", class: "button legend-item", "data-group": group, "data-index": index,
      "aria-label": name, "aria-pressed": "true", title: name + ". " + clicks,
      click: (event) => choose(event.altKey),
      // Its two clicks came before and have undone each other.
      dblclick: (event) => { if (!event.altKey) choose(true); },
    }, mark, Invdyn.element("span", { class: "legend-name" }, Invdyn.name(name)), detail);
  }

  /** @param {State} state @param {HTMLElement[]} values where the values at the cursor go */
  function joints(state, values) {
    return state.data.robot.moving.map((_, joint) => {
      const { name } = Invdyn.movingJoint(state.data, joint);
      values[joint] = Invdyn.element("span", { class: "legend-value" });
      return item(state, "joints", joint, name, Invdyn.swatch(Invdyn.jointColour(joint)), values[joint]);
    });
  }

  /** @param {State} state */
  function motions(state) {
    return state.motions.map((motion, index) => {
      const rows = motion.rows < motion.rows_of_file
        ? Invdyn.count(motion.rows) + " of " + Invdyn.count(motion.rows_of_file) + " rows are shown"
        : Invdyn.count(motion.rows) + (motion.rows === 1 ? " row" : " rows");
      return item(state, "motions", index, motion.name, sample(index),
        Invdyn.element("span", { class: "legend-value" }, rows));
    });
  }

  /**
   * @param {State} state
   * @param {HTMLElement} host
   */
  return function legend(state, host) {
    if (state.motions.length === 0) {
      host.hidden = true;
      return;
    }
    /** @type {HTMLElement[]} */
    const values = [];
    const groups = { joints: joints(state, values), motions: motions(state) };
    const group = (/** @type {string} */ name, /** @type {HTMLElement[]} */ buttons) => Invdyn.element("div",
      { class: "legend-group " + name.toLowerCase(), role: "group", "aria-label": name }, ...buttons);
    host.append(group("Joints", groups.joints), group("Files", groups.motions));
    const press = (/** @type {HTMLElement} */ button, /** @type {boolean} */ is) =>
      button.setAttribute("aria-pressed", String(is));
    const update = () => {
      const { shown } = state;
      groups.joints.forEach((button, joint) => {
        press(button, shown.joints[joint]);
        const texts = valuesOf(state, joint, ["q", "tau"]).filter((text) => text !== "");
        values[joint].textContent = texts.join(" · ");
        // A tooltip that changes all the time cannot be read.
        if (!shown.playing) button.title = description(state, joint);
      });
      groups.motions.forEach((button, motion) => press(button, shown.motions[motion]));
    };
    state.listen(update);
    update();
  };
})();
