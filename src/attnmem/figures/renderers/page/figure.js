// Brings every figure of the page to life: sliders, presets, address, spoken sentence, pointer, downloads.

import { functions } from "./formulas.js";
import { mover, projection, unproject } from "./draw.js";
import { saveCsv, savePng } from "./export.js";
import { measure, numeral } from "./numerals.js";
import { pieces } from "./shapes.js";
import { nearest, readState, writeState } from "./state.js";
import { shown, tabulate } from "./table.js";

const PAUSE = 200; // milliseconds without a change before the sentence is spoken and the address written

class Figure {
  constructor(root) {
    this.root = root;
    this.plan = JSON.parse(root.querySelector("script.fig-plan").textContent);
    this.functions = functions[this.plan.key];
    this.inputs = new Map([...root.querySelectorAll("[data-slider]")].map((input) => [input.dataset.slider, input]));
    this.pictures = ["wide", "narrow"].map((size) => {
      const svg = root.querySelector(`.fig-${size}`);
      return { size, svg, move: mover(svg, this.plan, size) };
    });
    this.state = readState(this.plan, "").state;
    this.refused = [];
    this.listen();
    for (const part of root.querySelectorAll(".fig-live")) part.hidden = false;
    root.dataset.live = "";
    this.restore();
  }

  // The picture that the width of the column calls for; the other is not laid out.
  get shown() {
    return this.pictures.find(({ svg }) => svg.getClientRects().length > 0) ?? this.pictures[0];
  }

  listen() {
    for (const [name, input] of this.inputs) {
      const { stops } = this.plan.sliders.find((slider) => slider.name === name);
      input.addEventListener("input", () => this.set({ [name]: stops[Number(input.value)] }));
    }
    this.root.addEventListener("click", (event) => this.press(event.target.closest("button")));
    window.addEventListener("hashchange", () => this.restore());
    window.addEventListener("beforeprint", () => this.pictures.forEach(({ move }) => move(pieces(this.plan, this.table))));
    new ResizeObserver(() => this.shown.move(pieces(this.plan, this.table))).observe(this.root);
    if (this.plan.x.name !== null || this.plan.marks.some(({ names }) => names?.length)) {
      for (const picture of this.pictures) this.point(picture);
    }
  }

  press(button) {
    if (!button) return;
    const { preset, action } = button.dataset;
    if (preset !== undefined) this.set(this.plan.presets[preset]);
    if (action === "reset") this.set(readState(this.plan, "").state);
    if (action === "csv") saveCsv(this.plan, this.table);
    if (action === "png") savePng(this.plan, this.shown.svg);
    if (action === "table") {
      const open = this.root.toggleAttribute("data-table");
      button.setAttribute("aria-expanded", String(open));
    }
  }

  restore() {
    const { state, given, refused } = readState(this.plan, location.hash);
    this.set(state);
    this.refused = refused;
    this.draw();
    if (given && !this.found) this.root.scrollIntoView({ block: "nearest" });
    this.found = true;
  }

  set(values) {
    Object.assign(this.state, values);
    this.refused = [];
    this.waiting ??= requestAnimationFrame(() => this.draw());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), PAUSE);
  }

  draw() {
    cancelAnimationFrame(this.waiting);
    this.waiting = undefined;
    const started = performance.now();
    this.table = tabulate(this.plan, this.functions, this.state);
    this.shown.move(pieces(this.plan, this.table));
    this.spent = performance.now() - started;
    this.tell();
  }

  // Everything in words and numbers except the spoken sentence, which waits until the reader pauses.
  tell() {
    for (const slider of this.plan.sliders) {
      const { name, stops, names } = slider;
      const input = this.inputs.get(name);
      input.value = stops.indexOf(this.state[name]);
      if (names.length) continue; // a list of choices says itself what is chosen
      const text = shown(slider, this.state[name]);
      input.setAttribute("aria-valuetext", text);
      this.root.querySelector(`[data-value="${name}"]`).textContent = text;
    }
    for (const reading of this.table.readings) {
      this.root.querySelector(`[data-reading="${reading.key}"]`).textContent = reading.text;
    }
    this.plan.presets.forEach((values, i) => {
      const same = Object.entries(values).every(([name, value]) => this.state[name] === value);
      this.root.querySelector(`[data-preset="${i}"]`).setAttribute("aria-pressed", String(same));
    });
    this.stand();
    const refused = this.refused.map((word) => `The address asks for ${word}, which this figure does not have.`);
    this.root.querySelector(".fig-notes").textContent = [...refused, ...this.table.notes].join(" ");
  }

  settle() {
    this.root.querySelector(".fig-says").textContent = this.table.sentence;
    this.rows();
    const hash = writeState(this.plan, this.state, location.hash);
    if (hash !== location.hash.replace(/^#/, "") && (hash || location.hash.includes(`${this.plan.key}.`))) {
      history.replaceState(history.state, "", hash ? `#${hash}` : location.pathname + location.search);
    }
  }

  rows() {
    for (const cell of this.root.querySelectorAll("td[data-column]")) {
      const { column, row } = cell.dataset;
      cell.textContent = numeral(this.table.columns[column]?.[row] ?? NaN);
    }
  }

  // Reading at the pointer: the nearest sampled place; dragging moves the slider of the x axis, if there is one.
  point({ size, svg }) {
    const tip = this.root.querySelector(".fig-tip");
    const line = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
    line.setAttribute("class", "fig-crosshair");
    const slider = this.plan.sliders.find(({ name }) => name === this.plan.x.name);
    const place = (event) => {
      const box = svg.getBoundingClientRect();
      const [, , width] = svg.getAttribute("viewBox").split(" ").map(Number);
      return unproject(this.plan, size, ((event.clientX - box.left) * width) / box.width);
    };
    const read = (event) => this.read(this.under(event, place(event), { size, svg }), { size, svg, line, tip });
    const drag = (event) => slider && this.set({ [slider.name]: slider.stops[nearest(slider.stops, place(event))] });
    svg.addEventListener("pointermove", (event) => {
      if (event.buttons) drag(event);
      read(event);
    });
    svg.addEventListener("pointerdown", (event) => {
      svg.setPointerCapture(event.pointerId);
      drag(event);
    });
    svg.addEventListener("pointerleave", () => this.hide({ line, tip }));
    const cursor = this.root.querySelector("input[data-cursor]");
    if (!cursor) return;
    const follow = () => svg.getClientRects().length && this.read(cursor.valueAsNumber, { size, svg, line, tip, cursor });
    cursor.addEventListener("input", follow);
    cursor.addEventListener("focus", follow);
    cursor.addEventListener("blur", () => this.hide({ line, tip }));
  }

  // The index of the place to read at the pointer: the nearest along x, or of named dots the nearest of all.
  under(event, at, { size, svg }) {
    const { dots, places } = this.readable;
    if (!dots) return nearest(places, at);
    const box = svg.getBoundingClientRect();
    const scale = svg.getAttribute("viewBox").split(" ")[2] / box.width;
    const { x, y } = projection(this.plan, size);
    const [px, py] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    const far = dots.map((dot) => Math.hypot(x(dot.x) - px, y(dot.y) - py));
    return far.indexOf(Math.min(...far));
  }

  // Where curves can be read, and what: every sampled place, or only those where something was measured. Dots
  // with names of their own are read one by one.
  get readable() {
    if (this.plan.table.length) return { places: this.table.x, series: this.plan.table.slice(1) };
    const measured = this.plan.marks.filter((mark) => mark.kind === "trials");
    const named = measured.filter(({ names }) => names.length);
    if (named.length) {
      const of = (key, part, i) => this.table.columns[`${key}.${part}`][i];
      const dots = named.flatMap(({ key, names }) => names.map((name, i) => ({ name, x: of(key, "x", i), y: of(key, "middle", i) })));
      dots.sort((a, b) => a.x - b.x || a.y - b.y);
      return { places: dots.map((dot) => dot.x), dots };
    }
    const places = measured.length ? this.table.columns[`${measured[0].key}.x`] : [];
    return { places, series: measured.map(({ key, label }) => [label, `${key}.middle`]) };
  }

  read(index, { size, svg, line, tip, cursor }) {
    const { places, series, dots } = this.readable;
    if (places.length === 0) return;
    const at = places[index];
    const [, top, , height] = this.plan.boxes[size];
    const px = projection(this.plan, size).x(at);
    line.setAttribute("d", `M${px} ${top}v${height}`);
    line.removeAttribute("visibility");
    const lines = dots
      ? [dots[index].name, `${measure(at, this.plan.x.unit)}, ${measure(dots[index].y, this.plan.y.unit)}`]
      : [
          `${this.plan.x.letter} = ${measure(at, this.plan.x.unit)}`,
          ...series.map(([label, name]) => `${label}: ${numeral(this.table.columns[name][index])}`),
        ];
    tip.replaceChildren(...lines.map((text) => Object.assign(document.createElement("span"), { textContent: text })));
    tip.hidden = false;
    const scale = svg.getBoundingClientRect().width / svg.getAttribute("viewBox").split(" ")[2];
    const room = svg.getBoundingClientRect().width - tip.offsetWidth - 4;
    const beside = px * scale + 14 <= room ? px * scale + 14 : px * scale - 14 - tip.offsetWidth;
    tip.style.left = `${Math.max(4, Math.min(beside, room))}px`;
    tip.style.top = `${top * scale + 8}px`;
    if (!cursor) return;
    cursor.setAttribute("aria-valuetext", lines.join(", "));
    this.stand();
  }

  // Where the cursor of the keyboard stands, also while nothing is read there.
  stand() {
    const cursor = this.root.querySelector("input[data-cursor]");
    if (!cursor) return;
    const { places, dots } = this.readable;
    const at = cursor.valueAsNumber;
    this.root.querySelector("[data-read]").textContent = dots?.[at].name ?? measure(places[at], this.plan.x.unit);
  }

  hide({ line, tip }) {
    line.setAttribute("visibility", "hidden");
    tip.hidden = true;
  }
}

// A figure that a reader's own numbers made has no functions here; it stays the still picture that it is.
const planned = (root) => JSON.parse(root.querySelector("script.fig-plan").textContent).key in functions;
const figures = [...document.querySelectorAll(".attnmem-figure")].filter(planned).map((root) => new Figure(root));
window.attnmemFigures = Object.fromEntries(figures.map((figure) => [figure.plan.key, figure]));
