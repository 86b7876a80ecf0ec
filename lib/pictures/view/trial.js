// Other conditions than those of the run: the motions at another speed, and a payload.

/** The first place of a payload: that of the run's payload, or the origin of the tool. */
Invdyn.usualPlace = function (/** @type {RobotData} */ { links, tool }) {
  const link = links.findIndex(({ payloads }) => payloads.length > 0);
  const point = link < 0 ? /** @type {Vec3} */ ([0, 0, 0]) : links[link].payloads[0].com;
  return { link: link < 0 ? tool : link, point };
};

/**
 * Where a payload is.
 * @param {RobotData} robot
 * @param {number} link
 * @param {Vec3} point
 * @returns {string}
 */
Invdyn.placeText = function ({ links }, link, point) {
  return "on " + links[link].name + " at " + point.map((x) => Invdyn.number(x)).join(", ") + " m in its axes";
};

/**
 * The payloads of the run, as a line; none: it has none.
 * @param {RobotData} robot
 * @returns {HTMLElement[]}
 */
Invdyn.payloadsOfRun = function (robot) {
  const all = robot.links.flatMap(({ payloads }, link) => payloads.map(({ mass, com }) =>
    Invdyn.number(mass) + " kg " + Invdyn.placeText(robot, link, com)));
  if (all.length === 0) return [];
  return [Invdyn.element("p", { class: "trial-more" }, "Payload of the run: " + all.join("; ") + ".")];
};

/**
 * Why the speed or a payload cannot be tried; "": it can.
 * @param {PageData} data
 * @returns {{pace: string, payload: string}}
 */
Invdyn.trialFaults = function ({ robot, motions }) {
  if (motions.some(({ base }) => base !== null)) {
    const fault = "not with a base that moves";
    return { pace: fault, payload: fault };
  }
  const isShared = robot.moving.some((_, column) => {
    const joints = Invdyn.jointsOfColumn(robot, column);
    return joints.length > 1 && joints.some(({ joint }) => (robot.joints[joint].drive?.load ?? 0) !== 0);
  });
  // How much each of the joints passes on is not in their sum.
  const fault = isShared && motions.length > 0 ? "not with friction of the load in joints that mimic others" : "";
  const pace = robot.coupled_drives ? "not with drives that turn with several joints"
    : robot.timed_wrenches ? "not with wrenches that change with time" : "";
  return { pace: fault || pace, payload: fault };
};

/**
 * Whether a motion can be tried: a file may have torques alone.
 * @param {Motion} motion
 * @returns {boolean}
 */
Invdyn.canBeTried = function ({ given, rows }) {
  return rows > 0 && ["q", "dq", "ddq", "tau"].every((name) => given.has(name));
};

/**
 * @param {Shown} shown
 * @returns {boolean} whether other conditions than those of the run are shown
 */
Invdyn.isTrial = function ({ pace, payload }) {
  return pace !== 1 || payload.mass !== 0;
};

/** Gives the motions the columns of what is tried. */
Invdyn.followTrial = (function () {
  /** @type {WeakMap<Motion, {place: string, parts: ReturnType<typeof Invdyn.partsOf>}>} */
  const known = new WeakMap();

  /** @param {State} state @param {Motion} motion */
  function partsOf({ data, shown }, motion) {
    const { link, point } = shown.payload, place = [link, ...point].join(), before = known.get(motion);
    if (before && before.place === place) return before.parts;
    const parts = Invdyn.partsOf(data.robot, motion, shown.payload);
    known.set(motion, { place, parts });
    return parts;
  }

  /**
   * Sets the term of the payload, and gives dry friction what it has of the load and of a curve.
   * @param {RobotData} robot
   * @param {Motion["columns"]} columns
   * @param {ReturnType<typeof Invdyn.partsOf>} parts
   * @param {Shown} shown
   */
  function setTerms(robot, columns, { held, moved }, { pace, payload: { mass } }) {
    if (mass !== 0)
      columns.set("payload", held.map((of, column) =>
        Float64Array.from(of, (value, row) => mass * (value + pace * pace * moved[column][row]))));
    const coulomb = columns.get("coulomb"), tau = columns.get("tau") ?? [];
    const others = [...columns.keys()].filter((name) => name !== "coulomb" && !Invdyn.notTerms.includes(name));
    const isCurved = (/** @type {number} */ column) => Invdyn.jointsOfColumn(robot, column)
      .some(({ joint }) => robot.joints[joint].drive?.load || robot.joints[joint].drive?.curve.torque);
    if (!coulomb) return;
    columns.set("coulomb", coulomb.map((values, column) => !values || !isCurved(column) ? values :
      values.map((_, row) => others.reduce(
        (sum, name) => sum - ((columns.get(name) ?? [])[column]?.[row] ?? 0), (tau[column] ?? [])[row]))));
  }

  /** @param {State} state @param {Motion} motion */
  function tried(state, motion) {
    const { pace, payload: { mass } } = state.shown, { robot } = state.data, parts = partsOf(state, motion);
    const columns = new Map([...motion.given].map(([name, values]) => {
      const factor = Math.pow(pace, robot.speed_powers[name] ?? 0);
      return [name, factor === 1 ? values : values.map((of) => of && of.map((value) => factor * value))];
    }));
    columns.set("tau", robot.moving.map((_, column) =>
      Invdyn.triedTorques(robot, motion, parts, column, pace, mass)));
    if ([...motion.given.keys()].some((name) => !Invdyn.notTerms.includes(name)))
      setTerms(robot, columns, parts, state.shown);
    return columns;
  }

  /** @param {State} state */
  return function followTrial(state) {
    let now = "";
    const update = () => {
      const { pace, payload } = state.shown, wanted = JSON.stringify([pace, payload]);
      if (wanted === now) return;
      now = wanted;
      for (const motion of state.motions)
        motion.columns = Invdyn.isTrial(state.shown) && Invdyn.canBeTried(motion) ? tried(state, motion) : motion.given;
    };
    // First of all listeners: the others show the columns.
    state.listen(update);
    update();
  };
})();

/**
 * The largest share of a strict limit that the motions reach, as a sentence, red beyond the limit; none: there is no
 * such limit.
 * @param {State} state
 * @param {"tau" | "dq"} quantity
 * @returns {HTMLElement[]}
 */
Invdyn.largestShare = function ({ data, motions }, quantity) {
  let largest = 0, joint = -1, time = 0;
  for (const motion of motions)
    (motion.columns.get(quantity) ?? []).forEach((values, column) => {
      const shareOf = Invdyn.shareOfLimit(Invdyn.movingJoint(data, column), quantity);
      values?.forEach((value, row) => {
        const share = shareOf(value) ?? 0;
        if (share > largest) largest = share, joint = column, time = motion.t[row];
      });
    });
  if (joint < 0) return [];
  const { kind, name } = Invdyn.movingJoint(data, joint);
  const word = quantity === "dq" ? "speed" : kind === "prismatic" ? "force" : "torque";
  return [Invdyn.element("span", largest > 1 ? { class: "beyond" } : {}, "Largest " + word + ": " +
    Invdyn.percent(largest) + " of its limit (" + name + ", t = " + Invdyn.number(time) + " s).")];
};

/** The sliders of what is tried. */
Invdyn.trial = (function () {
  /** @param {State} state */
  function maxMass({ data: { robot, motions } }) {
    const mass = robot.links.slice(1).reduce((sum, link) => sum + link.mass, 0) / 2;
    const power = Math.pow(10, Math.floor(Math.log10(mass > 0 ? mass : 10)));
    return ([1, 2, 5].find((digit) => digit * power >= mass) ?? 10) * power;
  }

  /** @param {State} state @param {string} fault */
  function pace(state, fault) {
    return Invdyn.slider({
      id: "pace", name: "Speed", lower: 10, upper: 200, step: 1, takes: "above 0, up to 10000 %", fault, unit: () => ({ text: "%", factor: 1 }),
      get: () => 100 * state.shown.pace, set: (value) => state.set({ pace: value / 100 }),
    });
  }

  /** @param {State} state @param {string} fault */
  function mass(state, fault) {
    const upper = maxMass(state);
    const isMore = state.data.robot.links.some(({ payloads }) => payloads.length > 0);
    return Invdyn.slider({
      id: "mass", name: isMore ? "+ payload" : "Payload", lower: 0, upper, step: upper / 100, takes: "0 to 1000000 kg", fault, unit: () => ({ text: "kg", factor: 1 }),
      about: () => "A point mass to try, " + (isMore ? "added to the payload of the run, " : "") +
        Invdyn.placeText(state.data.robot, state.shown.payload.link, state.shown.payload.point),
      get: () => state.shown.payload.mass,
      set: (value) => state.set({ payload: { ...state.shown.payload, mass: value } }),
    });
  }

  /** @param {State} state */
  function place(state) {
    const set = (/** @type {Partial<Payload>} */ change) =>
      state.set({ payload: { ...state.shown.payload, ...change } });
    const links = state.data.robot.links.map(({ name }, link) => Invdyn.element("option", { value: link }, name));
    /** @type {HTMLSelectElement} */
    const link = Invdyn.element("select", {
      id: "payload-link", "aria-label": "Link of the payload", change: () => set({ link: Number(link.value) }),
    }, ...links.slice(1));
    const axes = ["x", "y", "z"].map((axis, k) => {
      /** @type {HTMLInputElement} */
      const input = Invdyn.element("input", {
        type: "number", step: "any", "aria-label": axis + " of the payload in the link's axes, m",
        id: "payload-" + axis,
        change: () => {
          const point = /** @type {Vec3} */ ([...state.shown.payload.point]);
          if (Number.isFinite(input.valueAsNumber)) point[k] = input.valueAsNumber;
          set({ point });
          update();
        },
      });
      return input;
    });
    const update = () => {
      link.value = String(state.shown.payload.link);
      axes.forEach((input, k) => { input.value = Invdyn.number(state.shown.payload.point[k], 6); });
    };
    return { root: Invdyn.element("div", { class: "payload-place" }, "on", link, "at", ...axes, "m"), update };
  }

  /** @param {State} state @returns {(Node | string)[]} what is shown */
  function summary(state) {
    const { pace } = state.shown, duration = state.last - state.first;
    const thinned = state.motions.some(({ rows, rows_of_file }) => rows < rows_of_file);
    return [
      ...Invdyn.largestShare(state, "tau"), ...Invdyn.largestShare(state, "dq"),
      ...(thinned ? ["Rows that are not in the page may need more."] : []),
      ...(pace === 1 ? [] : ["The motion takes " + Invdyn.number(duration / pace) + " s, not " + Invdyn.number(duration) + " s."]),
      (pace === 1 ? "The findings" : "The findings and the time axis") + " are those of the file.",
    ].flatMap((part) => [part, " "]);
  }

  /**
   * @param {State} state
   * @param {HTMLElement} host
   */
  return function trial(state, host) {
    const still = state.motions.length === 0;
    if (!still && !state.motions.some(Invdyn.canBeTried) || state.data.robot.moving.length === 0) {
      host.hidden = true;
      return;
    }
    const faults = Invdyn.trialFaults(state.data);
    const sliders = [...(still ? [] : [pace(state, faults.pace)]), mass(state, faults.payload)];
    const where = place(state);
    const text = Invdyn.element("p", { class: "trial-summary" });
    const reset = Invdyn.button("Reset", "Speed and payload as in the file", () =>
      state.set({ pace: 1, payload: { ...state.shown.payload, mass: 0 } }), { id: "trial-reset" });
    const more = Invdyn.element("div", { class: "trial-more" }, text, reset);
    host.append(...sliders.map(({ root }) => root), ...Invdyn.payloadsOfRun(state.data.robot), where.root, more);
    let before = "";
    // Not for each row as the motion plays: somebody may be typing into a field.
    const update = () => {
      const now = JSON.stringify([state.shown.pace, state.shown.payload]);
      if (now === before) return;
      before = now;
      for (const part of [...sliders, where]) part.update();
      where.root.hidden = state.shown.payload.mass === 0;
      more.hidden = still || !Invdyn.isTrial(state.shown);
      text.replaceChildren(...(more.hidden ? [] : summary(state)));
    };
    state.listen(update);
    update();
  };
})();
