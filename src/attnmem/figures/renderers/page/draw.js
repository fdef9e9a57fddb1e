// Puts pieces into an SVG that Matplotlib drew: path data, places of dots, places and words of texts.

const LOGARITHM = { linear: (value) => value, log2: Math.log2, log10: Math.log10 };

// A function from an axis's values to the picture's pixels, between two pixel positions.
function along(axis, from, to) {
  const f = LOGARITHM[axis.scale];
  const low = f(axis.low);
  const slope = (to - from) / (f(axis.high) - low);
  const far = 1e5; // a place beyond any picture that SVG still takes
  return (value) => {
    const at = from + (f(value) - low) * slope;
    return Number.isNaN(at) ? NaN : Math.round(100 * Math.min(Math.max(at, -far), far)) / 100;
  };
}

export function projection(plan, size) {
  const [left, top, width, height] = plan.boxes[size];
  return { x: along(plan.x, left, left + width), y: along(plan.y, top + height, top) };
}

// The value of the x axis at a pixel of the picture.
export function unproject(plan, size, pixel) {
  const [left, , width] = plan.boxes[size];
  const f = LOGARITHM[plan.x.scale];
  const share = Math.min(Math.max((pixel - left) / width, 0), 1);
  const at = f(plan.x.low) + share * (f(plan.x.high) - f(plan.x.low));
  return plan.x.scale === "linear" ? at : (plan.x.scale === "log2" ? 2 : 10) ** at;
}

export function pathData(piece, { x, y }) {
  const closed = piece.kind === "area";
  let data = "";
  let open = false;
  for (let i = 0; i < piece.x.length; i += 1) {
    const px = x(piece.x[i]);
    const py = y(piece.y[i]);
    if (Number.isNaN(px) || Number.isNaN(py)) {
      if (open && closed) data += "z";
      open = false;
    } else {
      data += `${open ? "L" : "M"}${px} ${py}`;
      open = true;
    }
  }
  return data;
}

// How wide a number is, in sizes of its letters, on the wide side: measuring it would lay out the page at every move.
const WIDTHS = { ".": 0.33, ",": 0.33, "×": 0.85, "−": 0.85 };
const width = (text) => [...text].reduce((sum, c) => sum + (WIDTHS[c] ?? (/[⁰-⁹¹²³⁻]/.test(c) ? 0.45 : 0.64)), 0);

// What is written where there is room for a number: itself, to one digit, or nothing where its neighbour begins.
function fitting({ text, shorter, room, x }, scale, letters) {
  if (room === undefined) return text;
  const pixels = scale.x(x[0] + room) - scale.x(x[0]);
  return [text, shorter].find((words) => width(words) * letters <= pixels) ?? "";
}

// Remembers the elements once; afterwards a move writes attributes and reads nothing.
export function mover(svg, plan, size) {
  const scale = projection(plan, size);
  const prefix = `${plan.key}-${size}-`;
  const held = new Map();
  const element = (name, inner) => {
    if (!held.has(name)) held.set(name, svg.querySelectorAll(`[id="${prefix}${name}"] ${inner}`));
    return held.get(name);
  };
  return (drawn) => {
    for (const piece of drawn) {
      if (piece.kind === "dots") {
        const dots = [...element(piece.name, "use")];
        while (dots.length < piece.x.length) dots.push(dots.at(-1).parentNode.appendChild(dots.at(-1).cloneNode()));
        if (dots.length > element(piece.name, "use").length) held.set(piece.name, dots);
        dots.forEach((dot, i) => {
          const seen = i < piece.x.length;
          dot.setAttribute("visibility", seen ? "visible" : "hidden");
          if (!seen) return;
          dot.setAttribute("x", scale.x(piece.x[i]));
          dot.setAttribute("y", scale.y(piece.y[i]));
        });
      } else if (piece.kind === "text") {
        const [text] = element(piece.name, "text");
        const [px, py] = [scale.x(piece.x[0]), scale.y(piece.y[0])];
        text.textContent = fitting(piece, scale, parseFloat(text.style.fontSize));
        text.style.fill = `var(--fig-${piece.role})`;
        const visible = !Number.isNaN(px) && !Number.isNaN(py);
        text.setAttribute("visibility", visible ? "visible" : "hidden");
        if (!visible) continue;
        text.removeAttribute("transform");
        text.setAttribute("x", px);
        text.setAttribute("y", py + parseFloat(text.style.fontSize) * 0.35);
      } else {
        element(piece.name, "path")[0].setAttribute("d", pathData(piece, scale));
      }
    }
  };
}
