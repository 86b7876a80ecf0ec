// What is shown at this moment, and its copy in the page's address: a link to the page can point at a moment.

/** The layers of the scene, in the order of their buttons. */
Invdyn.layers = /** @type {Layer[]} */ (
  ["shapes", "axes", "frames", "com", "whole", "inertia", "path", "ghost", "wrenches", "ground", "follow"]);

/** The panels of curves, from above. */
Invdyn.panelNames = ["tau", "terms", "wrench", "q", "dq", "ddq", "power"];

/**
 * The range of a joint's slider, rad or m.
 * @param {JointData} joint
 * @returns {[number, number]}
 */
Invdyn.sliderRange = function (joint) {
  const full = joint.kind === "prismatic" ? 1 : Math.PI;
  if (joint.kind === "continuous") return [-full, full];
  const limits = joint.limits.filter((limit) => limit.quantity === "q");
  const lower = Math.max(...limits.filter((limit) => !limit.upper).map((limit) => limit.value));
  const upper = Math.min(...limits.filter((limit) => limit.upper).map((limit) => limit.value));
  const range = /** @type {[number, number]} */ ([
    Number.isFinite(lower) ? lower : Math.min(-full, upper - full),
    Number.isFinite(upper) ? upper : Math.max(full, lower + full),
  ]);
  // An open side is -Infinity or Infinity above, and then leaves its default.
  return [Number.isFinite(range[0]) ? range[0] : -full, Number.isFinite(range[1]) ? range[1] : full];
};

/**
 * @param {JointData} joint
 * @returns {number} the position nearest to zero
 */
Invdyn.sliderStart = function (joint) {
  const [lower, upper] = Invdyn.sliderRange(joint);
  return Math.min(upper, Math.max(lower, 0));
};

Invdyn.state = (function () {
  /**
   * @param {PageData} data
   * @param {Motion[]} motions
   * @param {number} first
   * @param {number} last
   * @returns {Shown}
   */
  function defaults(data, motions, first, last) {
    const joints = data.robot.moving.map((joint) => data.robot.joints[joint]);
    const still = motions.length === 0;
    /** @type {Layer[]} */
    const layers = ["shapes", "axes", "whole", "ghost", "wrenches", "ground"];
    if (!data.robot.floats) layers.push("path");
    if (still) layers.push("com");
    if (still || joints.length === 0) layers.push("inertia");
    return {
      time: first, playing: false, speed: 1, loop: false, from: first, to: last,
      pace: 1, payload: { mass: 0, ...Invdyn.usualPlace(data.robot) },
      degrees: joints.some((joint) => joint.kind !== "prismatic"),
      // Curves of more joints than this cannot be told apart.
      joints: joints.map((_, index) => joints.length <= 12 || index < 8),
      motions: motions.map(() => true),
      q: joints.map(Invdyn.sliderStart),
      layers: new Set(layers),
      camera: null,
      panels: new Set(["q", "dq", "tau", ...(data.robot.floats ? ["wrench"] : [])]),
      finding: -1,
    };
  }

  /**
   * @param {string} text numbers between commas
   * @returns {number[] | null} null: something else is in it
   */
  function numbers(text) {
    const parts = text === "" ? [] : text.split(",");
    const isNumber = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;
    const are = parts.every((part) => isNumber.test(part) && Number.isFinite(Number(part)));
    return are ? parts.map(Number) : null;
  }

  /**
   * @param {string} text indices between commas
   * @param {number} count
   * @returns {boolean[] | null} whether each index is in it; null: something else is in it
   */
  function choice(text, count) {
    const chosen = numbers(text);
    const isIndex = (/** @type {number} */ index) => Number.isInteger(index) && index >= 0 && index < count;
    if (!chosen || !chosen.every(isIndex)) return null;
    return Array.from({ length: count }, (_, index) => chosen.includes(index));
  }

  /**
   * @template {string} Name
   * @param {Name[]} names
   * @param {string} text names between commas
   * @returns {Name[]} those of the names that are in it
   */
  function named(names, text) {
    const parts = text.split(",");
    return names.filter((name) => parts.includes(name));
  }

  /** @param {boolean[]} chosen @returns {string} */
  function indices(chosen) {
    return chosen.flatMap((is, index) => (is ? [index] : [])).join(",");
  }

  /** @param {number} value @param {number} [digits] @returns {string} */
  function short(value, digits = 12) {
    return String(Number(value.toPrecision(digits)));
  }

  /**
   * Each part of the address: how it is written, and what a written one changes; null: it is malformed.
   * @type {{[key: string]: {
   *   write: (shown: Shown) => string, read: (text: string, shown: Shown) => Partial<Shown> | null}}}
   */
  const parts = {
    t: number("time"),
    from: number("from"),
    to: number("to"),
    speed: number("speed"),
    pace: number("pace"),
    payload: {
      write: ({ payload: { mass, link, point } }) => [mass, link, ...point].map((value) => short(value)).join(","),
      read: (text) => {
        const of = numbers(text);
        return of && of.length === 5 ? { payload: { mass: of[0], link: of[1], point: [of[2], of[3], of[4]] } } : null;
      },
    },
    loop: flag("loop"),
    deg: flag("degrees"),
    joints: {
      write: (shown) => indices(shown.joints),
      read: (text, shown) => present("joints", choice(text, shown.joints.length)),
    },
    motions: {
      write: (shown) => indices(shown.motions),
      read: (text, shown) => present("motions", choice(text, shown.motions.length)),
    },
    layers: {
      write: (shown) => Invdyn.layers.filter((layer) => shown.layers.has(layer)).join(","),
      read: (text) => ({ layers: new Set(named(Invdyn.layers, text)) }),
    },
    panels: {
      write: (shown) => Invdyn.panelNames.filter((panel) => shown.panels.has(panel)).join(","),
      read: (text) => ({ panels: new Set(named(Invdyn.panelNames, text)) }),
    },
    q: {
      write: (shown) => shown.q.map((value) => short(value, 5)).join(","),
      read: (text, shown) => {
        const q = numbers(text);
        return q && q.length === shown.q.length ? { q } : null;
      },
    },
    view: {
      write: ({ camera }) =>
        camera ? [...camera.position, ...camera.target].map((value) => short(value, 5)).join(",") : "",
      read: (text) => {
        const at = numbers(text);
        if (!at || at.length !== 6) return null;
        return { camera: { position: [at[0], at[1], at[2]], target: [at[3], at[4], at[5]] } };
      },
    },
  };

  /** @param {"time" | "from" | "to" | "speed" | "pace"} key */
  function number(key) {
    return {
      write: /** @param {Shown} shown */ (shown) => short(shown[key]),
      read: /** @param {string} text */ (text) => {
        const values = numbers(text);
        return values && values.length === 1 ? { [key]: values[0] } : null;
      },
    };
  }

  /** @param {"loop" | "degrees"} key */
  function flag(key) {
    return {
      write: /** @param {Shown} shown */ (shown) => (shown[key] ? "1" : "0"),
      read: /** @param {string} text */ (text) => (/^[01]$/.test(text) ? { [key]: text === "1" } : null),
    };
  }

  /** @param {"joints" | "motions"} key @param {boolean[] | null} value */
  function present(key, value) {
    return value && { [key]: value };
  }

  /**
   * @param {Shown} shown
   * @param {Shown} usual
   * @returns {string} "" or "#..." with what differs from the usual
   */
  function addressOf(shown, usual) {
    const written = Object.entries(parts)
      .filter(([, part]) => part.write(shown) !== part.write(usual))
      .map(([key, part]) => key + "=" + part.write(shown));
    return written.length ? "#" + written.join("&") : "";
  }

  /** @param {string} address @param {Shown} usual @returns {Shown} */
  function readAddress(address, usual) {
    const shown = { ...usual };
    for (const written of address.replace(/^#/, "").split("&")) {
      const [key, text] = written.split("=");
      if (text === undefined || !Object.keys(parts).includes(key)) continue;
      // A pasted address may have its commas escaped.
      Object.assign(shown, parts[key].read(text.replace(/%2C/gi, ","), usual));
    }
    return shown;
  }

  /**
   * What is asked for, within what there is.
   * @param {Shown} shown
   * @param {Shown} before
   * @param {State} state
   * @returns {Shown}
   */
  function checked(shown, before, { first, last, findings, data }) {
    const clamped = (/** @type {number} */ value) => Math.min(last, Math.max(first, value));
    const time = Number.isFinite(shown.time) ? clamped(shown.time) : before.time;
    let from = clamped(shown.from), to = clamped(shown.to);
    if (!(from < to)) from = first, to = last;
    const speed = shown.speed > 0 && shown.speed <= 1000 ? shown.speed : before.speed;
    const off = Invdyn.trialFaults(data);
    const pace = shown.pace > 0 && shown.pace <= 100 && off.pace === "" ? shown.pace : before.pace;
    const { mass, link, point } = shown.payload;
    const isPayload = mass >= 0 && mass <= 1e6 && Number.isInteger(link) && link >= 0 &&
      link < data.robot.links.length && point.every(Number.isFinite) && off.payload === "";
    const payload = isPayload ? shown.payload : before.payload;
    const q = shown.q.map((value, joint) => {
      const [lower, upper] = Invdyn.sliderRange(Invdyn.movingJoint(data, joint));
      return Math.min(upper, Math.max(lower, value));
    });
    const finding = shown.finding >= 0 && shown.finding < findings.length ? shown.finding : -1;
    return { ...shown, time, from, to, speed, pace, payload, q, finding, playing: shown.playing && last > first };
  }

  /** @param {Shown} shown @param {Shown} before @returns {boolean} */
  function isSame(shown, before) {
    const keys = /** @type {(keyof Shown)[]} */ (Object.keys(shown));
    const plain = keys.every((key) => key === "q" || Object.is(shown[key], before[key]));
    return plain && shown.q.every((value, joint) => value === before.q[joint]);
  }

  /**
   * Keeps the address and what is shown the same.
   * @param {State} state
   * @param {Shown} usual
   */
  function tieToAddress(state, usual) {
    let timer = 0;
    const write = () => {
      // Some hosts of pages forbid it: then there is no link to a moment.
      try {
        history.replaceState(null, "", addressOf(state.shown, usual) || location.pathname + location.search);
      } catch { }
    };
    state.listen((shown) => {
      clearTimeout(timer);
      if (!shown.playing) timer = window.setTimeout(write, 200);
    });
    window.addEventListener("hashchange", () => state.set(readAddress(location.hash, usual)));
  }

  /** @param {PageData} data @param {Motion[]} motions @returns {State["findings"]} */
  function allFindings(data, motions) {
    const ofMotions = motions.flatMap(({ findings }, motion) =>
      findings.map((finding) => ({ ...finding, motion })));
    return [...data.findings.map((finding) => ({ ...finding, motion: null })), ...ofMotions];
  }

  /**
   * @param {PageData} data
   * @param {Motion[]} motions
   * @returns {State}
   */
  return function state(data, motions) {
    const timed = motions.filter((motion) => motion.rows > 0);
    const first = timed.length ? Math.min(...timed.map((motion) => motion.t[0])) : 0;
    const last = timed.length ? Math.max(...timed.map((motion) => motion.t[motion.rows - 1])) : 0;
    const usual = defaults(data, motions, first, last);
    /** @type {((shown: Shown) => void)[]} */
    const listeners = [];
    let changes = 0, told = 0, telling = false;
    /** @type {State} */
    const made = {
      data, motions, first, last,
      findings: allFindings(data, motions),
      shown: usual,
      set(change) {
        const shown = checked({ ...made.shown, ...change }, made.shown, made);
        if (isSame(shown, made.shown)) return;
        made.shown = shown;
        ++changes;
        // A listener's own change is told after all have heard of the one before.
        if (telling) return;
        telling = true;
        try {
          while (told !== changes) {
            told = changes;
            for (const listener of listeners) listener(made.shown);
          }
        } finally {
          telling = false;
        }
      },
      listen(listener) { listeners.push(listener); },
    };
    made.shown = checked(readAddress(location.hash, usual), usual, made);
    tieToAddress(made, usual);
    return made;
  };
})();
