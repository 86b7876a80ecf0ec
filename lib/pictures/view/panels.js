// The panels of curves over time: which there are, what is in each, and what the pointer does in them.

/** The columns of a motion that are not terms of the torque. */
Invdyn.notTerms = ["q", "dq", "ddq", "tau", "tau_from_file", "q_desired", "wrench"];

/**
 * The values of a quantity of a joint in all rows; power is torque times speed.
 * @type {(motion: Motion, quantity: string, joint: number) => Float64Array | null}
 */
Invdyn.columnOf = (function () {
  /** @type {WeakMap<Float64Array, Float64Array>} by torque */
  const powers = new WeakMap();
  return function columnOf(motion, quantity, joint) {
    const of = (/** @type {string} */ name) => (motion.columns.get(name) || [])[joint] || null;
    if (quantity !== "power") return of(quantity);
    const tau = of("tau"), dq = of("dq");
    if (!tau || !dq) return null;
    const power = powers.get(tau) || tau.map((torque, row) => torque * dq[row]);
    powers.set(tau, power);
    return power;
  };
})();

/**
 * @param {Motion} motion
 * @param {string} quantity
 * @param {number} joint
 * @param {number} time
 * @returns {number | null} the value in the row at or before this time; null: there is none
 */
Invdyn.valueAt = function (motion, quantity, joint, time) {
  const values = Invdyn.columnOf(motion, quantity, joint);
  if (!values || motion.rows === 0 || time < motion.t[0] || time > motion.t[motion.rows - 1]) return null;
  const value = values[Invdyn.rowAt(motion, time)];
  return Number.isNaN(value) ? null : value;
};

/**
 * The names of a motion's terms of the torque of a joint.
 * @param {Motion} motion
 * @param {number} joint
 * @returns {string[]}
 */
Invdyn.termsOf = function (motion, joint) {
  return [...motion.columns.keys()]
    .filter((name) => !Invdyn.notTerms.includes(name) && Invdyn.columnOf(motion, name, joint));
};

/**
 * @param {State} state
 * @returns {Motion[]}
 */
Invdyn.shownMotions = function (state) {
  return state.motions.filter((_, motion) => state.shown.motions[motion]);
};

/**
 * The motion whose terms are shown: areas of several would hide each other.
 * @param {State} state
 * @param {number} joint
 * @returns {Motion | undefined}
 */
Invdyn.termsMotion = function (state, joint) {
  return Invdyn.shownMotions(state).find((motion) => Invdyn.termsOf(motion, joint).length > 0);
};

/**
 * The panels that the motions have columns for.
 * @param {State} state
 * @returns {string[]}
 */
Invdyn.availablePanels = function (state) {
  const joints = state.data.robot.moving.map((_, joint) => joint);
  return Invdyn.panelNames.filter((name) => state.motions.some((motion) =>
    (name === "wrench" ? motion.columns.has(name) : joints.some((joint) =>
      (name === "terms" ? Invdyn.termsOf(motion, joint).length > 0 : Invdyn.columnOf(motion, name, joint))))));
};

/**
 * What a curve is of: a joint, or a component of the wrench on the base.
 * @param {PageData} data
 * @param {string} quantity
 * @param {number} joint
 * @returns {{name: string, kind: JointData["kind"], limits: LimitData[], colour: string}}
 */
Invdyn.ownerOf = function (data, quantity, joint) {
  if (quantity !== "wrench") return { ...Invdyn.movingJoint(data, joint), colour: Invdyn.jointColour(joint) };
  const name = ["fx", "fy", "fz", "nx", "ny", "nz"][joint];
  const colour = Invdyn.jointColour([1, 2, 0][joint % 3]);  // as the world's axes: red, green, blue
  return { name, kind: joint < 3 ? "prismatic" : "revolute", limits: [], colour };
};

/**
 * @typedef {object} Panel
 * @property {string} quantity
 * @property {string} meaning
 * @property {{text: string, factor: number}} unit
 * @property {number[]} joints that have curves in it, or components of the wrench
 */

Invdyn.shownPanels = (function () {
  /** @param {State} state @param {string} quantity @param {string} meaning @param {number[]} joints */
  function panel(state, quantity, meaning, joints) {
    const { kind } = Invdyn.ownerOf(state.data, quantity, joints[0]);
    return { quantity, meaning, joints, unit: Invdyn.unit(quantity, kind, state.shown.degrees) };
  }

  /** @param {State} state @param {number[]} joints @returns {Panel[]} of the first joint that has terms */
  function terms(state, joints) {
    const joint = joints.find((each) => Invdyn.termsMotion(state, each));
    if (joint === undefined) return [];
    return [panel(state, "terms", "of tau of " + Invdyn.movingJoint(state.data, joint).name, [joint])];
  }

  /**
   * The shown panels. Joints that turn and joints that slide have different units: each have their own panel.
   * @param {State} state
   * @returns {Panel[]}
   */
  return function shownPanels(state) {
    const { data, shown } = state;
    const joints = shown.joints.flatMap((is, joint) => (is ? [joint] : []));
    const slides = (/** @type {number} */ joint) => Invdyn.movingJoint(data, joint).kind === "prismatic";
    const turning = joints.filter((joint) => !slides(joint)), sliding = joints.filter(slides);
    /** @type {{[quantity: string]: [string, number[]][]}} */
    const groups = {
      q: [["position", turning], ["position", sliding]],
      dq: [["velocity", turning], ["velocity", sliding]],
      ddq: [["acceleration", turning], ["acceleration", sliding]],
      tau: [["torque", turning], ["force", sliding]],
      power: [["tau times dq", joints]],
      wrench: [["force on the base", [0, 1, 2]], ["moment on the base", [3, 4, 5]]],
    };
    return Invdyn.availablePanels(state).filter((name) => shown.panels.has(name)).flatMap((name) => {
      if (name === "terms") return terms(state, joints);
      const filled = groups[name].filter(([, of]) => of.length > 0);
      return filled.map(([meaning, of]) => panel(state, name, meaning, of));
    });
  };
})();

Invdyn.plotOf = (function () {
  /** Columns that go thin beside a quantity. */
  const beside = /** @type {{[quantity: string]: string}} */ ({ q: "q_desired", tau: "tau_from_file" });

  /** @param {State} state @param {Panel} panel @returns {Curve[]} */
  function curves(state, panel) {
    const thin = /** @type {Curve[]} */ ([]), thick = /** @type {Curve[]} */ ([]);
    state.motions.forEach((motion, index) => {
      if (!state.shown.motions[index]) return;
      for (const joint of panel.joints) {
        const colour = Invdyn.colour(Invdyn.ownerOf(state.data, panel.quantity, joint).colour);
        const common = { t: motion.t, factor: panel.unit.factor, colour, joint };
        const values = Invdyn.columnOf(motion, panel.quantity, joint);
        if (values) thick.push({ ...common, values, width: 1.6, dashes: Invdyn.dashes(index) });
        const other = beside[panel.quantity] && Invdyn.columnOf(motion, beside[panel.quantity], joint);
        if (other) thin.push({ ...common, values: other, width: 0.9, dashes: [] });
      }
    });
    return [...thin, ...thick];
  }

  /** @param {State} state @param {Panel} panel @returns {PanelLimit[]} */
  function limits(state, panel) {
    const quantity = panel.quantity === "terms" ? "tau" : panel.quantity;
    return panel.joints.flatMap((joint) => {
      const { name, limits: all, ...owner } = Invdyn.ownerOf(state.data, panel.quantity, joint);
      const colour = Invdyn.colour(owner.colour);
      return all.filter((limit) => limit.quantity === quantity).map(({ upper, strict, ...limit }) => {
        const value = limit.value * panel.unit.factor;
        const text = name + ": " + limit.name + ", " + Invdyn.number(value) + " " + panel.unit.text;
        return { value, upper, strict, joint, colour, text };
      });
    });
  }

  /** @param {State} state @param {number} joint @returns {Pick<Plot, "curves" | "stack">} areas with tau */
  function terms(state, joint) {
    const motion = Invdyn.termsMotion(state, joint);
    if (!motion) return { curves: [], stack: null };
    const columns = Invdyn.termsOf(motion, joint).map((name, index) => ({
      values: /** @type {Float64Array} */ (Invdyn.columnOf(motion, name, joint)),
      colour: Invdyn.colour(Invdyn.termColour(index)),
    }));
    const values = Invdyn.columnOf(motion, "tau", joint), colour = Invdyn.colour("text");
    const tau = { t: motion.t, factor: 1, colour, joint, width: 1.8, dashes: [] };
    return { curves: values ? [{ ...tau, values }] : [], stack: { t: motion.t, terms: columns } };
  }

  /**
   * What is drawn in a panel.
   * @param {State} state
   * @param {Panel} panel
   * @returns {Plot}
   */
  return function plotOf(state, panel) {
    const drawn = panel.quantity === "terms"
      ? terms(state, panel.joints[0]) : { curves: curves(state, panel), stack: null };
    const { from, to } = state.shown;
    return { from, to, limits: limits(state, panel), joints: panel.joints.length, ...drawn };
  };
})();

/**
 * What the tooltip says of a panel at a time: lines of cells, with the colours of their first ones.
 * @param {State} state
 * @param {Panel} panel
 * @param {number} time
 * @returns {{colour: string, cells: string[]}[]}
 */
Invdyn.valuesAt = function (state, panel, time) {
  /** @param {Motion} motion @param {string} quantity @param {number} joint @returns {string} */
  const text = (motion, quantity, joint) => {
    const value = Invdyn.valueAt(motion, quantity, joint, time);
    return value === null ? "–" : Invdyn.number(value * panel.unit.factor) + " " + panel.unit.text;
  };
  if (panel.quantity === "terms") {
    const [joint] = panel.joints;
    const motion = Invdyn.termsMotion(state, joint);
    if (!motion) return [];
    const terms = Invdyn.termsOf(motion, joint).map((name, index) =>
      ({ colour: Invdyn.termColour(index), cells: [name, text(motion, name, joint)] }));
    return [...terms, { colour: "text", cells: ["tau", text(motion, "tau", joint)] }];
  }
  const motions = Invdyn.shownMotions(state);
  const lines = panel.joints.map((joint) => {
    const { name, colour } = Invdyn.ownerOf(state.data, panel.quantity, joint);
    const values = motions.map((motion) => text(motion, panel.quantity, joint));
    return { colour, cells: [name, ...values] };
  });
  const names = { colour: "", cells: ["", ...motions.map(({ name }) => name)] };
  return motions.length > 1 ? [names, ...lines] : lines;
};

Invdyn.panels = (function () {
  /** @typedef {{panel: Panel, root: HTMLElement, canvas: HTMLCanvasElement, frame: Frame | null}} View */

  /** @param {State} state @param {Panel} panel @returns {View} */
  function view(state, panel) {
    const { quantity, meaning, unit } = panel;
    const names = panel.joints.map((joint) => Invdyn.ownerOf(state.data, quantity, joint).name).join(", ");
    const label = quantity + ", " + meaning + ", in " + unit.text + " over time: " + names;
    const canvas = Invdyn.element("canvas", { class: "plot", role: "img", "aria-label": label });
    const title = Invdyn.element("h2", { class: "panel-title" }, quantity + " (" + unit.text + ")",
      Invdyn.element("span", { class: "panel-meaning", title: meaning }, meaning), ...keys(state, panel));
    const properties = { class: "panel", "data-panel": quantity, "data-unit": unit.text };
    return { panel, root: Invdyn.element("div", properties, title, canvas), canvas, frame: null };
  }

  /** @param {State} state @param {Panel} panel @returns {HTMLElement[]} what thin lines and areas are */
  function keys(state, { quantity, joints }) {
    const has = (/** @type {string} */ name) => Invdyn.shownMotions(state)
      .some((motion) => joints.some((joint) => Invdyn.columnOf(motion, name, joint)));
    const key = (/** @type {(Node | string)[]} */ ...of) =>
      Invdyn.element("span", { class: "panel-key" }, ...of);
    if (quantity === "q" && has("q_desired")) return [key("thin: desired")];
    if (quantity === "tau" && has("tau_from_file")) return [key("thin: from the file")];
    if (quantity === "wrench")
      return joints.map((joint) => Invdyn.ownerOf(state.data, quantity, joint))
        .map(({ name, colour }) => key(Invdyn.swatch(colour), name));
    const motion = quantity === "terms" && Invdyn.termsMotion(state, joints[0]);
    const names = motion ? Invdyn.termsOf(motion, joints[0]) : [];
    return names.map((name, index) => key(Invdyn.swatch(Invdyn.termColour(index)), name));
  }

  /** @param {Shown} shown @returns {string} the same for two moments that have the same panels */
  function layoutOf({ panels, joints, motions, degrees, pace, payload }) {
    return JSON.stringify([[...panels].sort(), joints, motions, degrees, pace, payload]);
  }

  /**
   * @param {State} state
   * @param {HTMLElement} host
   */
  return function panels(state, host) {
    if (!(state.last > state.first)) {
      host.hidden = true;
      return;
    }
    const list = Invdyn.element("div", { class: "panel-list" });
    const axis = Invdyn.element("canvas", { class: "time-axis", "aria-hidden": "true" });
    const lines = Invdyn.panelLines(state);
    const content = Invdyn.element("div", { class: "panel-content" }, list, axis, ...lines.elements);
    host.append(content);
    /** @type {View[]} */
    let views = [];
    let layout = "", range = "", waiting = false;

    const build = () => {
      views = Invdyn.shownPanels(state).map((panel) => view(state, panel));
      const none = Invdyn.element("p", { class: "no-panels" }, "No curves: choose joints, files and panels.");
      list.replaceChildren(...(views.length ? views.map(({ root }) => root) : [none]));
    };
    const draw = () => {
      waiting = false;
      for (const each of views) each.frame = Invdyn.drawPlot(each.canvas, Invdyn.plotOf(state, each.panel));
      Invdyn.drawTimeAxis(axis, state.shown.from, state.shown.to);
    };
    const drawSoon = () => {
      if (!waiting) requestAnimationFrame(draw);
      waiting = true;
    };
    const update = () => {
      const { shown } = state;
      const newLayout = layoutOf(shown), newRange = shown.from + " " + shown.to;
      if (newLayout !== layout) build();
      if (newLayout !== layout || newRange !== range) drawSoon();
      layout = newLayout, range = newRange;
      lines.update();
    };
    state.listen(update);
    Invdyn.onTheme(drawSoon);
    new ResizeObserver(drawSoon).observe(content);
    Invdyn.panelPointer(state, content, lines, (target) => views.find(({ root }) => root.contains(target)));
    update();
    draw();
  };
})();

/**
 * What lies over all panels: the cursor, the line under the pointer, the range that is dragged and the marked
 * finding.
 * @param {State} state
 */
Invdyn.panelLines = function (state) {
  const line = (/** @type {string} */ name) =>
    Invdyn.element("div", { class: name, "aria-hidden": "true", hidden: true });
  const cursor = line("cursor"), hover = line("hover-line");
  const drag = line("drag-range"), finding = line("finding-range");
  const { left, right } = Invdyn.margin;
  const width = "(100% - " + (left + right) + "px)";
  /** @param {HTMLElement} element @param {number} from @param {number} to */
  const place = (element, from, to) => {
    const { shown } = state;
    const part = (/** @type {number} */ time) => (time - shown.from) / (shown.to - shown.from);
    const begin = Math.max(0, part(from)), end = Math.min(1, part(to));
    element.hidden = !(begin <= end);
    if (element.hidden) return;
    element.style.left = "calc(" + left + "px + " + width + " * " + begin + ")";
    if (to > from) element.style.width = "calc(" + width + " * " + (end - begin) + ")";
  };
  return {
    elements: [finding, drag, hover, cursor],
    update: () => {
      place(cursor, state.shown.time, state.shown.time);
      const marked = state.findings[state.shown.finding];
      finding.hidden = true;
      if (marked && marked.from !== null && marked.to !== null && marked.to > marked.from)
        place(finding, marked.from, marked.to);
    },
    /** @param {number | null} time */
    hover: (time) => (time === null ? (hover.hidden = true) : place(hover, time, time)),
    /** @param {[number, number] | null} range */
    drag: (range) => (range === null ? (drag.hidden = true) : place(drag, ...range)),
  };
};

/** A box beside the pointer. */
Invdyn.tooltip = function () {
  const box = Invdyn.element("div", { class: "tooltip", "aria-hidden": "true", hidden: true });
  document.body.append(box);
  return {
    hide: () => { box.hidden = true; },
    /** @param {PointerEvent} at @param {...Node} content */
    show: (at, ...content) => {
      box.replaceChildren(...content);
      box.hidden = false;
      const { width, height } = box.getBoundingClientRect();
      const space = 14;
      const right = at.clientX + space, below = at.clientY + space;
      // A finger hides what is below it.
      const top = at.pointerType === "touch" ? at.clientY - 3 * space - height : below;
      box.style.left = Math.max(4, right + width < innerWidth ? right : right - 2 * space - width) + "px";
      box.style.top = Math.max(4, Math.min(top, innerHeight - height - 4)) + "px";
    },
  };
};

/**
 * Lines of a tooltip: cells, with the colours of their first ones.
 * @param {{colour: string, cells: string[]}[]} lines
 * @returns {HTMLElement}
 */
Invdyn.tooltipTable = function (lines) {
  return Invdyn.element("table", {}, ...lines.map(({ colour, cells }) => Invdyn.element("tr", {},
    Invdyn.element("td", {}, ...(colour ? [Invdyn.swatch(colour)] : [])),
    ...cells.map((cell) => Invdyn.element("td", {}, Invdyn.name(cell))))));
};

/**
 * Shows the values under the pointer.
 * @param {State} state
 * @param {ReturnType<typeof Invdyn.panelLines>} lines
 * @param {(target: Node) => {panel: Panel, canvas: HTMLCanvasElement, frame: Frame | null} | undefined
 *   } viewOf the panel of an element
 */
Invdyn.panelHover = function (state, lines, viewOf) {
  const tooltip = Invdyn.tooltip();
  let timer = 0;
  const hide = () => {
    lines.hover(null);
    tooltip.hide();
  };
  /** @param {PointerEvent} event @param {number} time */
  const show = (event, time) => {
    const view = viewOf(/** @type {Node} */ (event.target));
    lines.hover(time);
    clearTimeout(timer);
    // A finger does not leave, as a mouse does.
    if (event.pointerType === "touch") timer = window.setTimeout(hide, 3000);
    if (!view || !view.frame) return tooltip.hide();
    const { low, high, top, height, limits } = view.frame;
    const y = event.clientY - view.canvas.getBoundingClientRect().top;
    const yOf = (/** @type {number} */ value) => top + (high - value) / (high - low) * height;
    const near = limits.filter(({ value }) => Math.abs(yOf(value) - y) < 5);
    return tooltip.show(event,
      Invdyn.element("div", { class: "tooltip-time" }, Invdyn.time(time, state.last - state.first) + " s"),
      Invdyn.tooltipTable(Invdyn.valuesAt(state, view.panel, time)),
      ...near.map(({ strict, text }) =>
        Invdyn.element("div", { class: strict ? "tooltip-strict" : "tooltip-soft" }, text)));
  };
  return { show, hide };
};

/**
 * What the pointer does in the panels: a click sets the time, a drag zooms, a double click shows all; a
 * finger moves the cursor.
 * @param {State} state
 * @param {HTMLElement} content of all panels
 * @param {ReturnType<typeof Invdyn.panelLines>} lines
 * @param {Parameters<typeof Invdyn.panelHover>[2]} viewOf
 */
Invdyn.panelPointer = function (state, content, lines, viewOf) {
  const hover = Invdyn.panelHover(state, lines, viewOf);
  /** @type {{x: number, time: number, moved: boolean} | null} */
  let start = null;
  const timeAt = (/** @type {MouseEvent} */ event) => {
    const { left, right } = Invdyn.margin, box = content.getBoundingClientRect();
    const part = (event.clientX - box.left - left) / Math.max(1, box.width - left - right);
    return state.shown.from + Math.min(1, Math.max(0, part)) * (state.shown.to - state.shown.from);
  };
  const end = () => {
    start = null;
    lines.drag(null);
  };
  /** @type {{[event: string]: (event: PointerEvent) => void}} */
  const handlers = {
    pointerdown: (event) => {
      if (event.button !== 0) return;
      start = { x: event.clientX, time: timeAt(event), moved: false };
      // A finger that scrolls up or down takes the pointer away again.
      if (event.pointerType !== "touch") content.setPointerCapture(event.pointerId);
    },
    pointermove: (event) => {
      const time = timeAt(event), isTouch = event.pointerType === "touch";
      if (start && Math.abs(event.clientX - start.x) > 4) start.moved = true;
      const dragged = start !== null && start.moved;
      if (isTouch && dragged) state.set({ time, playing: false });
      if (start && dragged && !isTouch) lines.drag([Math.min(time, start.time), Math.max(time, start.time)]);
      if (dragged || !isTouch) hover.show(event, time);
    },
    pointerup: (event) => {
      if (!start) return;
      const time = timeAt(event), isTouch = event.pointerType === "touch";
      const from = Math.min(time, start.time), to = Math.max(time, start.time);
      if (!start.moved || isTouch) state.set({ time, playing: false });
      else if (to - from > 1e-6) state.set({ from, to });
      if (isTouch) hover.show(event, time);
      end();
    },
    pointercancel: () => {
      end();
      hover.hide();
    },
    pointerleave: (event) => { if (event.pointerType !== "touch") hover.hide(); },
  };
  for (const [name, handler] of Object.entries(handlers))
    content.addEventListener(name, (event) => handler(/** @type {PointerEvent} */ (event)));
  content.addEventListener("dblclick", () => state.set({ from: state.first, to: state.last }));
  content.addEventListener("wheel", (event) => {
    // The wheel alone scrolls; two fingers that part come as Ctrl and wheel.
    if (!event.ctrlKey) return;
    event.preventDefault();
    Invdyn.zoomTime(state, Math.exp(0.01 * Math.max(-50, Math.min(50, event.deltaY))), timeAt(event));
  }, { passive: false });
};
