// A slider for each moving joint, for a robot without a motion.

Invdyn.sliders = (function () {
  /** @param {State} state @param {number} joint */
  function row(state, joint) {
    const of = Invdyn.movingJoint(state.data, joint);
    const [lower, upper] = Invdyn.sliderRange(of);
    const id = "slider-" + joint;
    const set = (/** @type {number} */ value) =>
      state.set({ q: state.shown.q.map((q, at) => (at === joint ? value : q)) });
    const unit = () => Invdyn.unit("q", of.kind, state.shown.degrees);
    /** @type {HTMLInputElement} */
    const range = Invdyn.element("input", {
      id, type: "range", min: lower, max: upper, step: (upper - lower) / 1000 || "any", "data-joint": joint,
      input: () => set(Number(range.value)),
    });
    /** @type {HTMLInputElement} */
    const number = Invdyn.element("input", {
      id: id + "-number", type: "number", step: "any", "data-joint": joint,
      change: () => {
        const value = number.valueAsNumber / unit().factor;
        if (Number.isFinite(value)) set(value);
        update();
      },
    });
    const text = Invdyn.element("span", { class: "slider-unit" });
    const update = () => {
      const value = state.shown.q[joint], { text: name, factor } = unit();
      const shown = Invdyn.number(value * factor);
      range.value = String(value);
      range.setAttribute("aria-valuetext", shown + " " + name);
      range.style.setProperty("--part", String((value - lower) / (upper - lower)));
      const ends = [lower, upper].map((end) => Invdyn.number(end * factor));
      range.title = "from " + ends[0] + " to " + ends[1] + " " + name;
      number.setAttribute("aria-label", of.name + " in " + name);
      number.value = shown;
      text.textContent = name;
    };
    const label = Invdyn.element("label", { for: id }, of.name);
    return { root: Invdyn.element("div", { class: "slider" }, label, range, number, text), update };
  }

  /**
   * @param {State} state
   * @param {HTMLElement} host
   */
  return function sliders(state, host) {
    if (state.motions.length > 0) {
      host.hidden = true;
      return;
    }
    const { data } = state;
    const rows = data.robot.moving.map((_, joint) => row(state, joint));
    const start = () =>
      state.set({ q: rows.map((_, joint) => Invdyn.sliderStart(Invdyn.movingJoint(data, joint))) });
    host.append(
      Invdyn.element("div", { class: "sliders-title" }, Invdyn.element("h2", {}, "Positions of the joints"),
        Invdyn.button("Reset", "Reset all joints", start, { id: "sliders-reset" })),
      ...(rows.length ? rows.map(({ root }) => root) : [Invdyn.element("p", {}, "No joint moves.")]));
    const update = () => rows.forEach((each) => each.update());
    state.listen(update);
    update();
  };
})();
