// What the program found wrong with the robot and its motions, and what it left out or assumed.

/** The word of each kind of finding. */
Invdyn.findingWords = {
  limit: "limit", torque: "torque", jump: "jump", noise: "noise", contact: "contact", check: "robot", other: "note",
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

/**
 * A sentence of the program, which has angles in rad, in the unit of the page.
 * @param {State} state
 * @param {string} text
 * @returns {string}
 */
Invdyn.inShownUnit = function ({ shown }, text) {
  // Some sentences have both units, or are about them.
  if (!shown.degrees || /\bdeg/.test(text)) return text;
  return text.replace(/(-?\d[\d.]*(?:e[-+]?\d+)?) rad\b/g, (_, number) =>
    Invdyn.number(Number(number) * 180 / Math.PI) + " deg");
};

/**
 * Findings that say the same together, but for numbers: of a joint in motion, or of any links of the robot. Their
 * indices.
 * @param {State} state
 * @returns {number[][]}
 */
Invdyn.joinedFindings = function ({ findings }) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  findings.forEach(({ kind, joint, text, motion }, index) => {
    const ofRobot = motion === null;
    const words = ofRobot ? text.replace(/"[^"]*"|:\d+/g, "#") : text.replace(/ (from|at) .* s$/, "");
    const isOfMany = ofRobot || joint !== null || kind === "contact";
    const key = isOfMany ? words.replace(/([ (])-?\d[\d.]*(e[-+]?\d+)?/g, "$1#") : text;
    const name = JSON.stringify([kind, ofRobot ? null : joint, key]);
    groups.set(name, [...(groups.get(name) ?? []), index]);
  });
  return [...groups.values()];
};

Invdyn.findings = (function () {
  /** @param {State} state @param {number[]} group */
  function item(state, group) {
    const { kind } = state.findings[group[0]];
    const text = Invdyn.element("span", { class: "finding-text" });
    const where = Invdyn.element("span", { class: "finding-where" });
    // A click goes to the first of them, the next one to the next; after the last, none is marked.
    const click = () => {
      const next = group.indexOf(state.shown.finding) + 1;
      if (next === group.length) state.set({ finding: -1 });
      else Invdyn.goToFinding(state, group[next]);
    };
    const root = Invdyn.element("button",
      { type: "button", class: "finding", "data-finding": group.join(" "), "data-kind": kind, click },
      Invdyn.element("span", { class: "badge", "data-kind": kind }, Invdyn.findingWords[kind]), text, where);
    const update = () => {
      const at = group.indexOf(state.shown.finding), index = group[Math.max(0, at)];
      const { motion, from } = state.findings[index], places = [];
      if (group.length > 1) places.push((at < 0 ? "" : at + 1 + " of ") + group.length + (at < 0 ? " times" : ""));
      if (motion !== null && state.motions.length > 1) places.push(state.motions[motion].name);
      if (from !== null) places.push(Invdyn.time(from, state.last - state.first) + " s");
      text.textContent = Invdyn.inShownUnit(state, state.findings[index].text);
      where.textContent = places.join(", ");
      const isMarked = at >= 0, wasMarked = root.hasAttribute("aria-current");
      if (isMarked === wasMarked) return;
      if (!isMarked) return root.removeAttribute("aria-current");
      root.setAttribute("aria-current", "true");
      root.scrollIntoView({ block: "nearest" });
    };
    return { root, update };
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

  /** @param {State} state @returns {string} what is said where there are none */
  function noFindings({ data: { accepted }, motions, shown }) {
    const still = motions.length === 0;
    const where = still ? " in the robot's file" : Invdyn.isTrial(shown) ? " in the motion of the file" : "";
    const by = still ? "it" : "the robot's file";
    return "No findings" + where + (accepted === 0 ? "." : ", apart from " + accepted + " that " + by + " accepts.");
  }

  /**
   * @param {State} state
   * @param {HTMLElement} host
   */
  return function findings(state, host) {
    const items = Invdyn.joinedFindings(state).map((group) => item(state, group));
    const notes = state.data.notes.filter((note) => !state.findings.some(({ text }) => text.includes(note)))
      .map((note) => ({ note, root: Invdyn.element("span") }));
    const none = Invdyn.element("p", { class: "no-findings" });
    host.append(items.length ? list("Findings", "ol", items.map(({ root }) => root), true) : none);
    if (notes.length) host.append(list("Notes", "ul", notes.map(({ root }) => root), items.length === 0));
    let before = "";
    const update = () => {
      const { shown } = state, now = [shown.finding, shown.degrees, Invdyn.isTrial(shown)].join();
      if (now === before) return;
      before = now;
      for (const each of items) each.update();
      for (const { note, root } of notes) root.textContent = Invdyn.inShownUnit(state, note);
      none.textContent = noFindings(state);
    };
    state.listen(update);
    update();
  };
})();
