// Draws one panel of curves on a canvas. A motion may have a hundred thousand rows and a canvas a thousand
// columns of pixels: what is drawn of a column is the lowest and the highest value of its rows, which a
// pyramid of blocks finds fast.

/**
 * @typedef {object} Curve
 * @property {Float64Array} t
 * @property {Float64Array} values
 * @property {number} factor from the values to the unit of the panel
 * @property {string} colour
 * @property {number[]} dashes
 * @property {number} width px
 * @property {number} joint
 *
 * @typedef {object} PanelLimit
 * @property {number} value in the unit of the panel
 * @property {boolean} upper
 * @property {boolean} strict
 * @property {string} text for the tooltip
 * @property {string} colour of the joint
 * @property {number} joint
 *
 * @typedef {object} Stack areas on each other, positive ones upwards from zero, negative ones downwards
 * @property {Float64Array} t
 * @property {{values: Float64Array, colour: string}[]} terms
 *
 * @typedef {object} Plot
 * @property {number} from
 * @property {number} to
 * @property {Curve[]} curves
 * @property {Stack | null} stack
 * @property {PanelLimit[]} limits
 * @property {number} joints the number of joints that have curves in it
 *
 * @typedef {object} Frame the rectangle of the curves in a canvas and what its edges mean
 * @property {number} left px, as all lengths
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {number} from
 * @property {number} to
 * @property {number} low
 * @property {number} high
 * @property {PanelLimit[]} limits that are drawn
 */

/** The margins of all panels: their curves are one below the other. */
Invdyn.margin = { left: 58, right: 12, top: 6, bottom: 6 };

/**
 * The lowest and highest of values[begin] to values[end - 1]; Infinity and -Infinity if all are missing.
 * @type {(values: Float64Array, begin: number, end: number) => [number, number]}
 */
Invdyn.extremes = (function () {
  const block = 16;
  /** @typedef {{low: Float64Array, high: Float64Array}} Level */
  /** @type {WeakMap<Float64Array, Level[]>} */
  const pyramids = new WeakMap();

  /** @param {Level} below @returns {Level} an entry for each full block of entries below */
  function levelOver(below) {
    const size = Math.floor(below.low.length / block);
    const low = new Float64Array(size).fill(Infinity), high = new Float64Array(size).fill(-Infinity);
    for (let at = 0; at < size * block; ++at) {
      const to = (at - at % block) / block;
      // A comparison with a missing value, NaN, is false.
      if (below.low[at] < low[to]) low[to] = below.low[at];
      if (below.high[at] > high[to]) high[to] = below.high[at];
    }
    return { low, high };
  }

  /** @param {Float64Array} values @returns {Level[]} the values, then ever larger blocks */
  function pyramid(values) {
    const known = pyramids.get(values);
    if (known) return known;
    const levels = [{ low: values, high: values }];
    while (levels[levels.length - 1].low.length >= block) levels.push(levelOver(levels[levels.length - 1]));
    pyramids.set(values, levels);
    return levels;
  }

  return function extremes(values, begin, end) {
    let low = Infinity, high = -Infinity;
    for (const level of pyramid(values)) {
      const see = (/** @type {number} */ at) => {
        if (level.low[at] < low) low = level.low[at];
        if (level.high[at] > high) high = level.high[at];
      };
      const few = end - begin < 2 * block;
      while (begin < end && (few || begin % block)) see(begin++);
      while (begin < end && end % block) see(--end);
      if (begin >= end) break;
      begin /= block, end /= block;
    }
    return [low, high];
  };
})();

/**
 * @param {Float64Array} t
 * @param {number} time
 * @returns {number} the first row at or after this time
 */
Invdyn.firstRowFrom = function (t, time) {
  let begin = 0, end = t.length;
  while (begin < end) {
    const middle = (begin + end) >> 1;
    if (t[middle] < time) begin = middle + 1;
    else end = middle;
  }
  return begin;
};

/**
 * Multiples of 1, 2 or 5 times a power of ten: about so many at most, but at least two, which make a scale.
 * @param {number} low
 * @param {number} high
 * @param {number} maxCount
 * @returns {{values: number[], step: number}}
 */
Invdyn.ticks = function (low, high, maxCount) {
  const minStep = (high - low) / Math.max(1, maxCount);
  const power = Math.pow(10, Math.floor(Math.log10(minStep)));
  const step = power * ([1, 2, 5].find((digit) => digit * power >= minStep * 0.999) || 10);
  const values = [];
  for (let at = Math.ceil(low / step - 1e-6); at <= high / step + 1e-6; ++at) values.push(at * step);
  return values.length < 2 && maxCount < 20 ? Invdyn.ticks(low, high, 2 * maxCount) : { values, step };
};

/**
 * @param {number} value of a tick
 * @param {number} step between ticks
 * @returns {string}
 */
Invdyn.tickText = function (value, step) {
  if (Math.abs(value) < step * 1e-6) return "0";
  const power = Math.floor(Math.log10(step) + 1e-9);
  if (Math.abs(value) >= 1e6 || power < -5) {
    const digits = Math.max(0, Math.floor(Math.log10(Math.abs(value)) + 1e-9) - power);
    return value.toExponential(Math.min(digits, 20)).replace("e+", "e");
  }
  return value.toFixed(Math.max(0, -power));
};

Invdyn.drawPlot = (function () {
  /** @param {Frame} frame @param {number} time @returns {number} */
  function xOf(frame, time) {
    return frame.left + (time - frame.from) / (frame.to - frame.from) * frame.width;
  }

  /** @param {Frame} frame @param {number} value @returns {number} */
  function yOf(frame, value) {
    return frame.top + (frame.high - value) / (frame.high - frame.low) * frame.height;
  }

  /**
   * The sums of a stack's positive and of its negative terms at a time between two rows.
   * @param {Stack} stack
   * @param {number} time
   * @param {(term: number, from: number, to: number) => void} see called for each term from below or above
   */
  function stackAt(stack, time, see) {
    const after = Invdyn.firstRowFrom(stack.t, time);
    if (after === stack.t.length || (after === 0 && time < stack.t[0])) return false;
    const before = Math.max(0, after - 1);
    const part = after === before ? 0 : (time - stack.t[before]) / (stack.t[after] - stack.t[before]);
    let up = 0, down = 0;
    stack.terms.forEach(({ values }, term) => {
      const value = values[before] + part * (values[after] - values[before]) || 0;
      see(term, value < 0 ? down : up, value < 0 ? down + value : up + value);
      if (value < 0) down += value;
      else up += value;
    });
    return true;
  }

  /** @typedef {{low: number, high: number}} Range */

  /** @param {Plot} plot @returns {Map<number, Range>} of the curves of each joint in the shown time */
  function rangesOfJoints(plot) {
    const ranges = new Map();
    for (const { t, values, factor, joint } of plot.curves) {
      const begin = Math.max(0, Invdyn.firstRowFrom(t, plot.from) - 1);
      const end = Math.min(t.length, Invdyn.firstRowFrom(t, plot.to) + 1);
      const [low, high] = Invdyn.extremes(values, begin, end);
      const other = ranges.get(joint) || { low: Infinity, high: -Infinity };
      other.low = Math.min(other.low, low * factor);
      other.high = Math.max(other.high, high * factor);
      ranges.set(joint, other);
    }
    return ranges;
  }

  /** @param {Plot} plot @param {number} columns @returns {Range} of the areas in the shown time */
  function rangeOfStack(plot, columns) {
    let low = Infinity, high = -Infinity;
    for (let column = 0; plot.stack && column <= columns; ++column) {
      stackAt(plot.stack, plot.from + (plot.to - plot.from) * column / columns, (_, from, to) => {
        low = Math.min(low, from, to);
        high = Math.max(high, from, to);
      });
    }
    return { low, high };
  }

  /** @param {Range} range @returns {Range} large enough to show; what holds nothing is around zero */
  function widened({ low, high }) {
    if (!(low <= high)) low = 0, high = 0;
    // The numbers of a smaller range have more digits than there is room for.
    const size = Math.max(Math.abs(low), Math.abs(high)), minSize = Math.max(1e-5 * size, 1e-9);
    if (high - low >= minSize) return { low, high };
    const half = size > 1e-9 ? 0.1 * size : 1;
    return { low: low - half, high: high + half };
  }

  /**
   * The range of the panel, and the limits in it: those that their joint comes near to. Far ones would make
   * the curves flat, and those of many joints would hide them.
   * @param {Plot} plot
   * @param {number} columns
   * @returns {Range & {limits: PanelLimit[]}}
   */
  function range(plot, columns) {
    const ranges = rangesOfJoints(plot), all = [...ranges.values(), rangeOfStack(plot, columns)];
    let { low, high } = widened({
      low: Math.min(...all.map((each) => each.low)), high: Math.max(...all.map((each) => each.high)),
    });
    const limits = plot.limits.filter(({ joint, value }) => {
      const of = ranges.get(joint);
      if (!of || !(of.low <= of.high)) return false;
      const near = 0.5 * Math.max(of.high - of.low, 0.2 * Math.abs(of.high), 0.2 * Math.abs(of.low));
      return value >= of.low - near && value <= of.high + near;
    });
    low = Math.min(low, ...limits.map(({ value }) => value));
    high = Math.max(high, ...limits.map(({ value }) => value));
    const space = 0.06 * (high - low);
    return { low: low - space, high: high + space, limits };
  }

  /** @param {CanvasRenderingContext2D} context @param {Frame} frame */
  function drawGrid(context, frame) {
    const heights = Invdyn.ticks(frame.low, frame.high, Math.max(2, Math.floor(frame.height / 24)));
    const times = Invdyn.ticks(frame.from, frame.to, Math.max(2, Math.floor(frame.width / 80)));
    context.lineWidth = 1;
    context.strokeStyle = Invdyn.colour("grid");
    context.beginPath();
    for (const time of times.values) {
      const x = Math.round(xOf(frame, time)) + 0.5;
      context.moveTo(x, frame.top);
      context.lineTo(x, frame.top + frame.height);
    }
    for (const value of heights.values) {
      const y = Math.round(yOf(frame, value)) + 0.5;
      context.moveTo(frame.left, y);
      context.lineTo(frame.left + frame.width, y);
    }
    context.stroke();
    context.fillStyle = Invdyn.colour("muted");
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const value of heights.values)
      context.fillText(Invdyn.tickText(value, heights.step), frame.left - 6, yOf(frame, value));
    // Zero is what torques and speeds are read against.
    if (frame.low < 0 && frame.high > 0) {
      context.fillStyle = Invdyn.colour("zero");
      context.fillRect(frame.left, Math.round(yOf(frame, 0)), frame.width, 1);
    }
  }

  /**
   * A band beyond the limits of all joints, and a dashed line at each.
   * @param {CanvasRenderingContext2D} context
   * @param {Frame} frame
   * @param {Plot} plot
   */
  function drawLimits(context, frame, plot) {
    for (const strict of [false, true]) {
      const name = strict ? "strict" : "soft";
      for (const upper of [false, true]) {
        const limits = plot.limits.filter((limit) => limit.strict === strict && limit.upper === upper);
        if (new Set(limits.map((limit) => limit.joint)).size < plot.joints || limits.length === 0) continue;
        const values = limits.map((limit) => limit.value);
        const y = yOf(frame, upper ? Math.max(...values) : Math.min(...values));
        const edge = upper ? frame.top : frame.top + frame.height;
        context.fillStyle = Invdyn.colour(name + "-band");
        if (upper ? y > edge : y < edge) context.fillRect(frame.left, edge, frame.width, y - edge);
      }
      context.strokeStyle = Invdyn.colour(name);
      context.lineWidth = 1;
      context.setLineDash([4, 3]);
      for (const limit of frame.limits.filter((each) => each.strict === strict)) {
        const y = Math.round(yOf(frame, limit.value)) + 0.5;
        if (y < frame.top || y > frame.top + frame.height) continue;
        context.beginPath();
        context.moveTo(frame.left, y);
        context.lineTo(frame.left + frame.width, y);
        context.stroke();
        // Whose limit it is.
        context.fillStyle = limit.colour;
        context.fillRect(frame.left + frame.width - 10, y - 1.5, 10, 3);
      }
      context.setLineDash([]);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Frame} frame
   * @param {Stack} stack
   * @param {number} columns
   */
  function drawStack(context, frame, stack, columns) {
    const time = (/** @type {number} */ column) => frame.from + (frame.to - frame.from) * column / columns;
    // Per term: x, the near edge and the far edge of its area, column after column.
    const edges = stack.terms.map(() => new Float32Array(3 * (columns + 1)));
    let drawn = 0;
    for (let column = 0; column <= columns; ++column) {
      const x = frame.left + frame.width * column / columns;
      const inside = stackAt(stack, time(column), (term, from, to) => {
        edges[term].set([x, yOf(frame, from), yOf(frame, to)], 3 * drawn);
      });
      if (inside) ++drawn;
    }
    stack.terms.forEach(({ colour }, term) => {
      const of = edges[term];
      context.fillStyle = colour;
      context.beginPath();
      for (let at = 0; at < drawn; ++at) context.lineTo(of[3 * at], of[3 * at + 1]);
      for (let at = drawn - 1; at >= 0; --at) context.lineTo(of[3 * at], of[3 * at + 2]);
      context.fill();
    });
  }

  /**
   * The first row of each column of pixels; motions have several curves with the same times.
   * @param {Float64Array} t
   * @param {Frame} frame
   * @param {number} columns
   * @returns {Int32Array}
   */
  function rowsOfColumns(t, frame, columns) {
    const rows = new Int32Array(columns + 1);
    for (let column = 0; column <= columns; ++column)
      rows[column] = Invdyn.firstRowFrom(t, frame.from + (frame.to - frame.from) * column / columns);
    return rows;
  }

  /**
   * Point after point.
   * @param {CanvasRenderingContext2D} context
   * @param {Frame} frame
   * @param {Curve} curve
   * @param {number} begin
   * @param {number} end
   */
  function traceRows(context, frame, { t, values, factor }, begin, end) {
    let down = false;
    for (let row = begin; row < end; ++row) {
      const value = values[row] * factor;
      // A missing value leaves a gap.
      if (Number.isNaN(value)) down = false;
      else if (down) context.lineTo(xOf(frame, t[row]), yOf(frame, value));
      else context.moveTo(xOf(frame, t[row]), yOf(frame, value)), down = true;
    }
  }

  /**
   * From the lowest to the highest value of each column of pixels.
   * @param {CanvasRenderingContext2D} context
   * @param {Frame} frame
   * @param {Curve} curve
   * @param {Int32Array} rows
   */
  function traceColumns(context, frame, { values, factor }, rows) {
    let last = NaN;
    const columns = rows.length - 1;
    for (let column = 0; column < columns; ++column) {
      if (rows[column] === rows[column + 1]) continue;
      const [low, high] = Invdyn.extremes(values, rows[column], rows[column + 1]);
      if (low > high) {
        last = NaN;
        continue;
      }
      const x = frame.left + frame.width * (column + 0.5) / columns;
      const bottom = yOf(frame, low * factor), top = yOf(frame, high * factor);
      // The end that is nearer to the last point comes first: a smooth curve stays smooth.
      const topFirst = Math.abs(top - last) < Math.abs(bottom - last);
      if (Number.isNaN(last)) context.moveTo(x, bottom);
      else context.lineTo(x, topFirst ? top : bottom);
      last = topFirst ? bottom : top;
      context.lineTo(x, last);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Frame} frame
   * @param {Plot} plot
   * @param {number} columns
   */
  function drawCurves(context, frame, plot, columns) {
    /** @type {Map<Float64Array, Int32Array>} */
    const rowsOf = new Map();
    context.lineJoin = "round";
    for (const curve of plot.curves) {
      const rows = rowsOf.get(curve.t) || rowsOfColumns(curve.t, frame, columns);
      rowsOf.set(curve.t, rows);
      // A row more on each side: lines go on to the edges.
      const begin = Math.max(0, rows[0] - 1), end = Math.min(curve.t.length, rows[columns] + 1);
      context.strokeStyle = curve.colour;
      context.lineWidth = curve.width;
      context.setLineDash(curve.dashes);
      context.beginPath();
      if (end - begin <= 2 * columns) traceRows(context, frame, curve, begin, end);
      else traceColumns(context, frame, curve, rows);
      context.stroke();
    }
    context.setLineDash([]);
  }

  /**
   * @param {HTMLCanvasElement} canvas drawn in its size in the page
   * @param {Plot} plot
   * @returns {Frame}
   */
  return function drawPlot(canvas, plot) {
    const dense = window.devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    canvas.width = Math.round(width * dense);
    canvas.height = Math.round(height * dense);
    const { left, right, top, bottom } = Invdyn.margin;
    const columns = Math.max(1, Math.round((width - left - right) * Math.min(dense, 2)));
    const { low, high, limits } = range(plot, columns);
    const { from, to } = plot;
    const frame = {
      left, top, width: Math.max(1, width - left - right), height: Math.max(1, height - top - bottom),
      from, to, low, high, limits,
    };
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.scale(dense, dense);
    context.font = "11px " + getComputedStyle(canvas).fontFamily;
    drawGrid(context, frame);
    context.save();
    context.beginPath();
    context.rect(frame.left, frame.top, frame.width, frame.height);
    context.clip();
    if (plot.stack) drawStack(context, frame, plot.stack, columns);
    drawLimits(context, frame, plot);
    drawCurves(context, frame, plot, columns);
    context.restore();
    context.strokeStyle = Invdyn.colour("axis");
    context.lineWidth = 1;
    context.strokeRect(frame.left + 0.5, frame.top + 0.5, frame.width - 1, frame.height - 1);
    return frame;
  };
})();

/**
 * The times below all panels.
 * @param {HTMLCanvasElement} canvas as wide as the panels
 * @param {number} from
 * @param {number} to
 */
Invdyn.drawTimeAxis = function (canvas, from, to) {
  const dense = window.devicePixelRatio || 1;
  const size = canvas.clientWidth, { left, right } = Invdyn.margin;
  canvas.width = Math.round(size * dense);
  canvas.height = Math.round(canvas.clientHeight * dense);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.scale(dense, dense);
  context.font = "11px " + getComputedStyle(canvas).fontFamily;
  context.fillStyle = Invdyn.colour("muted");
  context.textAlign = "center";
  context.textBaseline = "middle";
  const width = Math.max(1, size - left - right);
  const ticks = Invdyn.ticks(from, to, Math.max(2, Math.floor(width / 80)));
  const timeText = (/** @type {number} */ time, /** @type {number} */ step) => {
    const text = time.toFixed(Math.min(20, Math.max(0, -Math.floor(Math.log10(step) + 1e-9))));
    // Seconds since 1970: the first digits are the same everywhere.
    return text.length > 10 ? "…" + text.slice(-7) : text;
  };
  for (const time of ticks.values) {
    const x = left + (time - from) / (to - from) * width;
    const text = timeText(time, ticks.step), half = context.measureText(text).width / 2;
    context.fillText(text, Math.min(x, size - half - 1), canvas.clientHeight / 2);
  }
  context.textAlign = "left";
  context.fillText("t (s)", 6, canvas.clientHeight / 2);
};
