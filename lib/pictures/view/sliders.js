// Sliders: one for a number; and for a robot without a motion, one for each moving joint, with its torque at rest.

/**
 * A slider and a field for the same number.
 * @param {object} of
 * @param {string} of.id
 * @param {string} of.name
 * @param {number} of.lower
 * @param {number} of.upper
 * @param {number} of.step of the slider; the field takes any number
 * @param {string} [of.takes] what the field takes, if not what the slider has
 * @param {() => string} [of.about] what it is, if the name is not enough
 * @param {string} [of.fault] why it is off; "": it is on
 * @param {() => {text: string, factor: number}} of.unit
 * @param {() => number} of.get
 * @param {(value: number) => void} of.set
 * @param {...Node} more behind the unit
 */
Invdyn.slider = function ({ id, name, lower, upper, step, takes = "", about, fault = "", unit, get, set }, ...more) {
  const disabled = fault !== "";
  /** @type {HTMLInputElement} */
  const range = Invdyn.element("input", {
    // A step of the element's own would move a number that is typed or given.
    id, type: "range", "aria-label": name, min: lower, max: upper, step: "any", disabled,
    input: () => {
      const steps = Math.round((Number(range.value) - lower) / step);
      set(Math.min(upper, Number((lower + steps * step).toPrecision(12))));
    },
  });
  /** @type {HTMLInputElement} */
  const number = Invdyn.element("input", {
    id: id + "-number", type: "number", step: "any", disabled,
    change: () => {
      const { text: unitName, factor } = unit(), value = number.valueAsNumber / factor;
      if (Number.isFinite(value)) set(value);
      const isTaken = Math.abs(get() - value) <= 1e-9 * Math.abs(value);
      refused = NaN;
      update();
      if (isTaken) return;
      refused = get();
      said.textContent = "expected " + (takes || ends().join(" to ") + " " + unitName);
      said.hidden = false;
    },
  });
  const text = Invdyn.element("span", { class: "slider-unit" });
  const said = Invdyn.element("span", { class: "slider-fault", role: "status", hidden: !disabled }, fault);
  const ends = () => [lower, upper].map((end) => Invdyn.number(end * unit().factor));
  /** What stayed when the field took no number or another one. */
  let refused = NaN;
  const update = () => {
    const value = get(), { text: unitName, factor } = unit(), shown = Invdyn.number(value * factor);
    range.value = String(value);
    range.setAttribute("aria-valuetext", shown + " " + unitName);
    range.style.setProperty("--part", String(Math.min(1, (value - lower) / (upper - lower))));
    range.title = fault || "from " + ends().join(" to ") + " " + unitName;
    said.hidden = !disabled && value !== refused;
    if (said.hidden) refused = NaN;
    number.setAttribute("aria-label", name + " in " + unitName);
    if (document.activeElement !== number || number.valueAsNumber !== Number(shown)) number.value = shown;
    text.textContent = unitName;
    label.title = about ? about() : name;
  };
  const label = Invdyn.element("label", { for: id }, Invdyn.name(name));
  const root = Invdyn.element("div", { class: "slider" }, label, range, number, text, ...more, said);
  return { root, update };
};

Invdyn.sliders = (function () {
  /** @param {State} state @param {number} joint */
  function row(state, joint) {
    const of = Invdyn.movingJoint(state.data, joint);
    const [lower, upper] = Invdyn.sliderRange(of);
    const torque = Invdyn.element("output", { class: "slider-torque", id: "torque-" + joint });
    const share = Invdyn.element("output", { class: "slider-share", id: "share-" + joint });
    const slider = Invdyn.slider({
      id: "slider-" + joint, name: of.name, lower, upper, step: (upper - lower) / 1000,
      unit: () => Invdyn.unit("q", of.kind, state.shown.degrees),
      get: () => state.shown.q[joint],
      set: (value) => state.set({ q: state.shown.q.map((q, at) => (at === joint ? value : q)) }),
    }, torque, share);
    const limits = of.limits.filter(({ quantity }) => quantity === "tau");
    const shareOf = Invdyn.shareOfLimit(of, "tau"), unit = Invdyn.unit("tau", of.kind, false).text;
    share.title = limits.length === 0 ? "The robot's file has no limit of this torque."
      : [...new Set(limits.map(({ name, value }) => name + " " + Invdyn.number(Math.abs(value)) + " " + unit))].join(", ");
    /** @param {number} value */
    const show = (value) => {
      const part = shareOf(value);
      torque.textContent = Invdyn.number(value, 4) + " " + unit;
      share.textContent = part === null ? "" : Invdyn.percent(part);
      share.style.setProperty("--part", String(Math.min(1, part ?? 0)));
      const beyond = limits.filter((limit) => (limit.upper ? value > limit.value : value < limit.value));
      share.dataset.beyond = beyond.some(({ strict }) => strict) ? "strict" : beyond.length > 0 ? "soft" : "";
    };
    return { ...slider, show };
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
    const letters = data.robot.moving.map((joint) => data.robot.joints[joint].name.length);
    host.style.setProperty("--letters", String(Math.max(...letters, 1)));
    const start = () =>
      state.set({ q: rows.map((_, joint) => Invdyn.sliderStart(Invdyn.movingJoint(data, joint))) });
    host.append(
      Invdyn.element("div", { class: "sliders-title" }, Invdyn.element("h2", {}, "Positions, and torques at rest"),
        Invdyn.button("Reset", "Reset all joints", start, { id: "sliders-reset" })),
      ...(data.robot.floats ? [Invdyn.element("p", {}, "The base is held where the file places it.")] : []),
      ...(rows.length ? rows.map(({ root }) => root) : [Invdyn.element("p", {}, "No joint moves.")]));
    const update = () => {
      const torques = Invdyn.staticTorques(data.robot, state.shown.q, state.shown.payload);
      rows.forEach((each, joint) => {
        each.update();
        each.show(torques[joint]);
      });
    };
    state.listen(update);
    update();
  };
})();
