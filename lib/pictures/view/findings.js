// What the program found wrong with the robot and its motions, and what it left out or assumed.

/** The word of each kind of finding. */
Invdyn.findingWords = {
  limit: "limit", torque: "torque", jump: "jump", noise: "noise", check: "robot", other: "note",
};

/**
 * Marks a finding and goes to its time, with the curves of its joint and motion on.
 * @param {State} state
 * @param {number} index
 */
Invdyn.goToFinding = function (state, index) {
  const finding = state.findings[index];
  if (!finding) return;
  const { shown } = state;
  /** @type {Partial<Shown>} */
  const change = { finding: index };
  const { joint, motion } = finding;
  if (joint !== null) change.joints = shown.joints.map((is, at) => is || at === joint);
  if (motion !== null) change.motions = shown.motions.map((is, at) => is || at === motion);
  if (finding.from !== null) {
    change.time = finding.from;
    change.playing = false;
    // The shown range keeps its length, but moves if the finding is not in it.
    const length = shown.to - shown.from;
    if (finding.from < shown.from || finding.from > shown.to) {
      change.from = Math.min(Math.max(finding.from - length / 4, state.first), state.last - length);
      change.to = change.from + length;
    }
  }
  state.set(change);
};

Invdyn.findings = (function () {
  /** @param {State} state @param {number} index */
  function item(state, index) {
    const { kind, text, motion, from } = state.findings[index];
    const where = [];
    if (motion !== null && state.motions.length > 1) where.push(state.motions[motion].name);
    if (from !== null) where.push(Invdyn.time(from, state.last - state.first) + " s");
    const click = () => {
      if (state.shown.finding === index) state.set({ finding: -1 });
      else Invdyn.goToFinding(state, index);
    };
    const word = Invdyn.findingWords[kind];
    const properties = { type: "button", class: "finding", "data-finding": index, "data-kind": kind, click };
    return Invdyn.element("button", properties,
      Invdyn.element("span", { class: "badge", "data-kind": kind }, word),
      Invdyn.element("span", { class: "finding-text" }, text),
      Invdyn.element("span", { class: "finding-where" }, where.join(", ")));
  }

  /**
   * A list that opens and closes.
   * @param {string} title
   * @param {"ol" | "ul"} tag
   * @param {(Node | string)[]} items
   * @param {boolean} open
   */
  function list(title, tag, items, open) {
    const heading = Invdyn.element("h2", {}, title + " (" + Invdyn.count(items.length) + ")");
    return Invdyn.element("details", { open, class: title.toLowerCase() + "-list" },
      Invdyn.element("summary", {}, heading),
      Invdyn.element(tag, {}, ...items.map((item) => Invdyn.element("li", {}, item))));
  }

  /**
   * @param {State} state
   * @param {HTMLElement} host
   */
  return function findings(state, host) {
    const items = state.findings.map((_, index) => item(state, index));
    const { notes } = state.data;
    host.append(items.length
      ? list("Findings", "ol", items, true)
      : Invdyn.element("p", { class: "no-findings" }, "No findings."));
    if (notes.length) host.append(list("Notes", "ul", notes, items.length === 0));
    let marked = -1;
    const update = () => {
      if (state.shown.finding === marked) return;
      if (items[marked]) items[marked].removeAttribute("aria-current");
      marked = state.shown.finding;
      if (!items[marked]) return;
      items[marked].setAttribute("aria-current", "true");
      items[marked].scrollIntoView({ block: "nearest" });
    };
    state.listen(update);
    update();
  };
})();
