// One table from a figure's plan and a state of its sliders; the twin of attnmem/figures/sampling.py.
// `plan` came with the page, `functions` were generated from the formulas.

import { measure } from "./numerals.js";

const finite = (value) => (Number.isFinite(value) ? value : NaN);

export function tabulate(plan, functions, state) {
  const columns = {};
  const outside = plan.x.values.map(() => false);
  const broken = new Set();
  const known = { ...state, ...counted(plan, state) };
  const bound = (fn) => ({ call: functions[fn], takes: plan.takes[fn] });
  for (const column of plan.columns) {
    const value = bound(column.fn);
    const guards = column.guards.map(([fn, strict, text]) => ({ margin: bound(fn), strict, text }));
    const at = (scope, index) => {
      for (const { margin, strict, text } of guards) {
        const left = apply(margin, scope);
        if (strict ? left > 0 : left >= 0) continue;
        if (column.over === "state") broken.add(text);
        if (column.over === "axis") outside[index] = true;
        return NaN;
      }
      return finite(apply(value, scope));
    };
    columns[column.name] = over(plan, known, column.over, at);
  }
  derive(plan, state, columns);
  const readings = plan.readouts.map((readout) => {
    const value = columns[`read.${readout.key}`];
    return { ...readout, value, text: measure(value, readout.unit, 3, false, readout.toward) };
  });
  const said = broken.size ? `${plan.outside} (needs ${[...broken].join(" and ")}).` : sentence(plan, state, columns, readings);
  return { state, x: plan.x.values, columns, outside, readings, sentence: said, notes: notes(plan, columns) };
}

// What was counted for this state of the sliders: whole rows, never anything between two.
function counted(plan, state) {
  const found = {};
  for (const { grid, symbols, rows } of plan.counted) {
    const row = rows[grid.map((name) => state[name]).join(",")];
    symbols.forEach((symbol, i) => {
      found[symbol] = row[i];
    });
  }
  return found;
}

const apply = ({ call, takes }, scope) => call(...takes.map((name) => scope[name]));

// Evaluate along the axis, at the slider values, or in every cell.
function over(plan, state, where, at) {
  if (where === "state") return at(state, 0);
  const scope = { ...state };
  if (where === "axis") {
    return plan.x.values.map((value, i) => {
      scope[plan.x.name] = value;
      return at(scope, i);
    });
  }
  const names = Object.keys(plan.cells);
  return plan.cells[names[0]].map((_, i) => {
    for (const name of names) scope[name] = plan.cells[name][i];
    return at(scope, i);
  });
}

// What a mark's measured table saw at the slider values.
const seenBy = (mark, state) => mark.rows[mark.grid.map((name) => state[name]).join(",")];

function derive(plan, state, columns) {
  for (const mark of plan.marks) {
    if (mark.kind === "stack") {
      let height = plan.x.values.map(() => 0);
      for (const { key } of mark.parts) {
        columns[`${key}.low`] = height;
        height = height.map((value, i) => value + columns[`${key}.part`][i]);
        columns[`${key}.high`] = height;
      }
    } else if (mark.kind === "trials") {
      const seen = seenBy(mark, state);
      ["x", "middle", "low", "high"].forEach((name, i) => {
        columns[`${mark.key}.${name}`] = seen.map((row) => row[i] ?? NaN);
      });
    } else if (mark.kind === "bars") {
      const [start, stop, every] = ["start", "stop", "every"].map((part) => columns[`${mark.key}.${part}`]);
      const later = Array.from({ length: mark.times }, (_, i) => (stop > start ? i * every : NaN));
      columns[`${mark.key}.from`] = later.map((value) => value + start);
      columns[`${mark.key}.to`] = later.map((value) => value + stop);
    } else if (mark.kind === "cells") {
      if (mark.rows) columns[`${mark.key}.value`] = seenBy(mark, state).map((row) => row[1]);
      columns[`${mark.key}.grade`] = columns[`${mark.key}.value`].map((value) => {
        if (Number.isNaN(value)) return -1;
        const grade = mark.grades.findIndex((upto) => value <= upto);
        return grade < 0 ? mark.grades.length : grade;
      });
    }
  }
}

// A slider's value as the reader sees it: its name, or its number with the unit.
export function shown({ names, stops, unit, whole }, value) {
  return names.length ? names[stops.indexOf(value)] : measure(value, unit, 3, whole);
}

function sentence(plan, state, columns, readings) {
  const words = Object.fromEntries(readings.map((reading) => [reading.key, reading.text]));
  for (const slider of plan.sliders) words[slider.name] = shown({ ...slider, unit: "1" }, state[slider.name]);
  const parts = plan.says.map(({ text, otherwise, when }, i) => {
    const holds = !when || columns[`say.${i}.left`] <= columns[`say.${i}.right`];
    return (holds ? text : otherwise).replace(/\{([^}]+)\}/g, (_, name) => words[name]);
  });
  return parts.filter(Boolean).join(" ");
}

export const shows = (axis, value) => axis.low <= value && value <= axis.high;

function notes(plan, columns) {
  const found = [];
  if (plan.grid) return found;
  const note = (label, value, unit) => found.push(`${label} lies outside the picture, at ${measure(value, unit)}.`);
  for (const mark of plan.marks) {
    if (mark.kind === "rule") {
      const axis = plan[mark.direction];
      const value = columns[`${mark.key}.at`];
      if (!Number.isNaN(value) && !shows(axis, value)) note(mark.label, value, axis.unit);
    } else if (mark.kind === "bars") {
      const end = columns[`${mark.key}.to`][0];
      if (end > plan.x.high) found.push(`${mark.label} goes beyond the picture, until ${measure(end, plan.x.unit)}.`);
    } else if (mark.kind === "points") {
      for (let i = 0; i < mark.count; i += 1) {
        const [x, y] = ["x", "y"].map((side) => columns[`${mark.key}.${i}.${side}`]);
        const gone = Number.isNaN(x) || Number.isNaN(y);
        if (!gone && !(shows(plan.x, x) && shows(plan.y, y))) note(mark.label, y, plan.y.unit);
      }
    }
  }
  return found;
}
