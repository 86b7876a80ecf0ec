// The line of time: playing, steps, speed, where the findings are, and what part of it the curves show.

/** The speeds of playing, in times of the real speed. */
Invdyn.speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10];

/**
 * The motion that steps follow: the first shown one that has this time.
 * @param {State} state
 * @returns {Motion | undefined}
 */
Invdyn.steppedMotion = function (state) {
  const { time, motions } = state.shown;
  const shown = state.motions.filter((motion, index) => motions[index] && motion.rows > 0);
  return shown.find((motion) => motion.t[0] <= time && time <= motion.t[motion.rows - 1]) || shown[0];
};

/**
 * Stops, and goes so many rows on or, if negative, back.
 * @param {State} state
 * @param {number} rows
 */
Invdyn.step = function (state, rows) {
  const motion = Invdyn.steppedMotion(state);
  if (!motion) return;
  const { time } = state.shown;
  let row = Invdyn.rowAt(motion, time);
  // Between two rows, a step back goes to the one before.
  if (rows < 0 && motion.t[row] < time) ++row;
  // Before its first row, a step on goes there.
  if (rows > 0 && motion.t[row] > time) --row;
  state.set({ playing: false, time: motion.t[Math.min(motion.rows - 1, Math.max(0, row + rows))] });
};

/**
 * Starts or stops playing; at the end, it starts from the beginning of the shown range.
 * @param {State} state
 */
Invdyn.playOrPause = function (state) {
  const { playing, time, from, to } = state.shown;
  if (playing) state.set({ playing: false });
  else state.set(time >= state.last || time === to ? { playing: true, time: from } : { playing: true });
};

/**
 * The next faster or slower speed.
 * @param {State} state
 * @param {number} steps
 */
Invdyn.changeSpeed = function (state, steps) {
  const nearest = Invdyn.speeds.filter((speed) => speed <= state.shown.speed).length - 1;
  state.set({ speed: Invdyn.speeds[Math.min(Invdyn.speeds.length - 1, Math.max(0, nearest + steps))] });
};

/**
 * Shows a part of the time, longer or shorter by this factor, around the time of the cursor.
 * @param {State} state
 * @param {number} factor
 * @param {number} [around] s
 */
Invdyn.zoomTime = function (state, factor, around) {
  const { from, to, time } = state.shown;
  const centre = around === undefined ? Math.min(to, Math.max(from, time)) : around;
  const length = Math.min(state.last - state.first, (to - from) * factor);
  // Shorter ranges are lost between the numbers of the times.
  if (length < 1e-6) return;
  const begin = centre - (centre - from) * length / (to - from);
  const inside = Math.min(Math.max(begin, state.first), state.last - length);
  state.set({ from: inside, to: inside + length });
};

Invdyn.timeline = (function () {
  /**
   * Moves the time on with the clock while playing.
   * @param {State} state
   */
  function play(state) {
    let before = 0, running = false;
    const tick = (/** @type {number} */ now) => {
      const { playing, time, to, from, speed, pace, loop } = state.shown;
      running = playing;
      if (!playing) return;
      // A page in the background gets no ticks: it does not jump on when it is back.
      const next = time + Math.min(0.25, Math.max(0, now - before) / 1000) * speed * pace;
      before = now;
      const end = time < to ? to : state.last;
      if (next < end) state.set({ time: next });
      else state.set(loop ? { time: from } : { time: end, playing: false });
      requestAnimationFrame(tick);
    };
    state.listen((shown) => {
      if (!shown.playing || running) return;
      running = true;
      before = performance.now();
      requestAnimationFrame(tick);
    });
    if (state.shown.playing) requestAnimationFrame(tick);
  }

  /** @param {State} state @param {number} time @returns {number} its part of the whole */
  function partOf(state, time) {
    return Math.min(1, Math.max(0, (time - state.first) / (state.last - state.first)));
  }

  /** @param {State} state @returns {HTMLElement[]} a mark for each finding that has a time */
  function marks(state) {
    return state.findings.flatMap((finding, index) => {
      if (finding.from === null) return [];
      const mark = Invdyn.element("button", {
        type: "button", class: "mark", "data-finding": index, "data-kind": finding.kind,
        "aria-label": Invdyn.findingWords[finding.kind] + ": " + finding.text,
        // The list of findings has the same buttons.
        tabindex: -1,
        click: () => Invdyn.goToFinding(state, index),
        pointerenter: () => { mark.title = Invdyn.inShownUnit(state, finding.text); },
      });
      const from = partOf(state, finding.from);
      const to = finding.to === null ? from : partOf(state, finding.to);
      mark.style.left = 100 * from + "%";
      mark.style.width = 100 * (to - from) + "%";
      return [mark];
    });
  }

  /** @param {State} state @param {() => void} change @returns {HTMLSelectElement} */
  function speedChoice(state, change) {
    const title = "Speed (+ and -)";
    const select = Invdyn.element("select", { id: "speed", "aria-label": "Speed", title, change });
    for (const speed of Invdyn.speeds) select.append(Invdyn.element("option", { value: speed }, speed + "×"));
    // An address may ask for another one.
    if (!Invdyn.speeds.includes(state.shown.speed)) {
      const { speed } = state.shown;
      select.append(Invdyn.element("option", { value: speed }, Invdyn.number(speed) + "×"));
    }
    return select;
  }

  /** @param {State} state */
  function parts(state) {
    const set = (/** @type {Partial<Shown>} */ change) => () => state.set(change);
    /** @type {HTMLInputElement} */
    const slider = Invdyn.element("input", {
      id: "time", type: "range", "aria-label": "Time", min: state.first, max: state.last, step: "any",
      input: () => state.set({ time: Number(slider.value), playing: false }),
    });
    /** @type {HTMLSelectElement} */
    const speed = speedChoice(state, () => state.set({ speed: Number(speed.value) }));
    return {
      slider, speed,
      play: Invdyn.button("▶", "Play", () => Invdyn.playOrPause(state), { id: "play", class: "button play" }),
      back: Invdyn.button("◂", "One row back", () => Invdyn.step(state, -1), { id: "step-back" }),
      on: Invdyn.button("▸", "One row on", () => Invdyn.step(state, 1), { id: "step-on" }),
      loop: Invdyn.toggle("⟲", "Loop", () => state.set({ loop: !state.shown.loop }), { id: "loop" }),
      // It is silent: a screen reader would read all moments of playing.
      text: Invdyn.element("output", { id: "time-text", class: "time-text", "aria-live": "off" }),
      range: Invdyn.element("div", { id: "shown-range", class: "shown-range", "aria-hidden": "true" }),
      nearer: Invdyn.button("+", "Zoom the curves in", () => Invdyn.zoomTime(state, 0.5), { id: "zoom-in" }),
      wider: Invdyn.button("−", "Zoom the curves out", () => Invdyn.zoomTime(state, 2), { id: "zoom-out" }),
      all: Invdyn.button("All", "Show the curves of the whole time",
        set({ from: state.first, to: state.last }), { id: "zoom-reset" }),
    };
  }

  /** @param {State} state @param {ReturnType<typeof parts>} of */
  function update(state, of) {
    const { time, playing, loop, speed, from, to } = state.shown;
    const length = state.last - state.first;
    of.slider.value = String(time);
    of.slider.setAttribute("aria-valuetext", Invdyn.number(time, 5) + " s");
    of.slider.style.setProperty("--part", String(partOf(state, time)));
    of.text.textContent = Invdyn.time(time, length) + " s of " + Invdyn.time(state.last, length) + " s";
    const label = playing ? "Pause" : "Play";
    if (of.play.getAttribute("aria-label") !== label) {
      of.play.textContent = playing ? "❚❚" : "▶";
      of.play.setAttribute("aria-label", label);
      of.play.title = label + " (Space)";
    }
    of.loop.setAttribute("aria-pressed", String(loop));
    of.speed.value = String(speed);
    const whole = from === state.first && to === state.last;
    of.range.hidden = whole;
    of.range.style.left = 100 * partOf(state, from) + "%";
    of.range.style.width = 100 * (partOf(state, to) - partOf(state, from)) + "%";
    of.all.disabled = of.wider.disabled = whole;
  }

  /**
   * @param {State} state
   * @param {HTMLElement} host
   */
  return function timeline(state, host) {
    if (!(state.last > state.first)) {
      host.hidden = true;
      return;
    }
    const of = parts(state);
    host.append(
      Invdyn.element("div", { class: "controls", role: "group", "aria-label": "Playing" },
        of.back, of.play, of.on, of.speed, of.loop),
      Invdyn.element("div", { class: "track" },
        Invdyn.element("div", { class: "marks" }, of.range, ...marks(state)), of.slider),
      of.text,
      Invdyn.element("div", { class: "controls zoom", role: "group", "aria-label": "Time of the curves" },
        Invdyn.element("span", { class: "zoom-title", "aria-hidden": "true" }, "Zoom"),
        of.wider, of.nearer, of.all));
    play(state);
    state.listen(() => update(state, of));
    update(state, of);
  };
})();
