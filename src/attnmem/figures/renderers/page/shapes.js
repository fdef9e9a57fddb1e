// From a table to the pieces that move, in data coordinates; the twin of attnmem/figures/renderers/shapes.py.

import { measure } from "./numerals.js";
import { shows } from "./table.js";

export function pieces(plan, table) {
  const found = [];
  const { columns, x } = table;
  const add = (name, kind, xs, ys, more = {}) => found.push({ name, kind, x: xs, y: ys, ...more });
  const area = (name, xs, low, high) => add(name, "area", ...ribbon(xs, low, high));
  if (plan.x.name !== null) {
    const ends = ["low", "high"].map((end) => table.outside.map((out) => (out ? plan.y[end] : NaN)));
    area("outside", x, ...ends);
  }
  for (const mark of plan.marks) {
    const column = (name) => columns[`${mark.key}.${name}`];
    switch (mark.kind) {
      case "line":
        add(mark.key, "line", x, column("y"));
        break;
      case "step":
        add(mark.key, "line", twice(x).slice(1), twice(column("y")).slice(0, -1));
        break;
      case "band":
        area(mark.key, x, column("low"), column("high"));
        break;
      case "stack":
        for (const { key } of mark.parts) area(key, x, columns[`${key}.low`], columns[`${key}.high`]);
        break;
      case "points": {
        const places = Array.from({ length: mark.count }, (_, i) => [column(`${i}.x`), column(`${i}.y`)]);
        const seen = places.filter(([a, b]) => shows(plan.x, a) && shows(plan.y, b));
        add(mark.key, "dots", seen.map((at) => at[0]), seen.map((at) => at[1]));
        break;
      }
      case "trials": {
        const [at, middle, low, high] = ["x", "middle", "low", "high"].map(column);
        const across = at.flatMap((v) => [v, v, NaN]);
        if (mark.spread) add(`${mark.key}-spread`, "line", across, at.flatMap((_, i) => [low[i], high[i], NaN]));
        const seen = at.map((v, i) => shows(plan.x, v) && shows(plan.y, middle[i]));
        add(mark.key, "dots", at.filter((_, i) => seen[i]), middle.filter((_, i) => seen[i]));
        break;
      }
      case "span":
        span(plan, mark, column, add);
        break;
      case "rule": {
        const at = [column("at"), column("at")];
        const ends = mark.direction === "x" ? [plan.y.low, plan.y.high] : [plan.x.low, plan.x.high];
        add(mark.key, "line", ...(mark.direction === "x" ? [at, ends] : [ends, at]));
        break;
      }
      case "bars":
        bars(plan.x, mark, column, add);
        break;
      case "cells":
        cells(mark, column, add);
        break;
      case "label":
        add(mark.key, "text", [column("x")], [column("y")], { text: mark.text, role: "ink" });
        break;
      default:
        throw new Error(`unknown mark ${mark.kind}`);
    }
  }
  return found;
}

const twice = (run) => run.flatMap((value) => [value, value]);

function ribbon(x, low, high) {
  const xs = [];
  const ys = [];
  let from = 0;
  for (let i = 0; i <= x.length; i += 1) {
    const both = i < x.length && !Number.isNaN(low[i]) && !Number.isNaN(high[i]);
    if (both) continue;
    if (i > from) {
      xs.push(...x.slice(from, i), ...x.slice(from, i).reverse(), NaN);
      ys.push(...low.slice(from, i), ...high.slice(from, i).reverse(), NaN);
    }
    from = i + 1;
  }
  return [xs, ys];
}

function span(plan, mark, column, add) {
  const axis = plan[mark.direction];
  const inside = (value) => Math.min(Math.max(value, axis.low), axis.high);
  let along = [inside(column("low") ?? axis.low), inside(column("high") ?? axis.high)];
  if (!(along[0] < along[1])) along = [NaN, NaN];
  const edge = mark.open === "low" ? along[1] : along[0];
  const other = mark.direction === "x" ? plan.y : plan.x;
  const across = [other.low, other.high];
  if (mark.direction === "x") {
    add(mark.key, "area", ...ribbon(along, [across[0], across[0]], [across[1], across[1]]));
    add(`${mark.key}-edge`, "line", [edge, edge], across);
  } else {
    add(mark.key, "area", ...ribbon(across, [along[0], along[0]], [along[1], along[1]]));
    add(`${mark.key}-edge`, "line", across, [edge, edge]);
  }
}

// One loop a bar. Each ends a hair early, so that two that touch are seen to be two.
function bars(axis, mark, column, add) {
  const hair = 0.004 * (axis.high - axis.low);
  const inside = (value) => Math.min(Math.max(value, axis.low), axis.high);
  const xs = [];
  const ys = [];
  column("from").forEach((from, i) => {
    const [begin, end] = [inside(from), inside(column("to")[i])];
    if (!(end > begin)) return;
    const right = Math.max((begin + end) / 2, end - hair);
    xs.push(begin, right, right, begin, NaN);
    ys.push(mark.low, mark.low, mark.high, mark.high, NaN);
  });
  add(mark.key, "area", xs, ys);
}

function cells(mark, column, add) {
  const [value, grade] = [column("value"), column("grade")];
  const place = (i) => [mark.left + (i % mark.across), mark.down - 1 - Math.floor(i / mark.across)];
  for (let g = 0; g < mark.grades.length; g += 1) {
    const at = grade.flatMap((found, i) => (found === g ? [place(i)] : []));
    const xs = at.flatMap(([c]) => [c + 0.03, c + 0.97, c + 0.97, c + 0.03, NaN]);
    const ys = at.flatMap(([, r]) => [r + 0.05, r + 0.05, r + 0.95, r + 0.95, NaN]);
    add(`${mark.key}-grade-${g}`, "area", xs, ys);
  }
  if (!mark.written) return;
  value.forEach((number, i) => {
    const [c, r] = place(i);
    const name = `${mark.key}-${Math.floor(i / mark.across)}-${i % mark.across}`;
    const words = [mark.digits, 1].map((digits) => measure(number, "1", digits));
    add(name, "text", [c + 0.5], [r + 0.5], { text: words[0], shorter: words[1], room: 0.94, role: mark.dark[grade[i]] ? "paper" : "ink" });
  });
}
