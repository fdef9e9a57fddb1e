// Numbers as a reader meets them; the twin of attnmem/figures/numerals.py, and a test keeps the two alike.

const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

const trimmed = (text) => (text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text);
const apart = (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ",");

// Twelve digits are taken for exact: what a last bit adds is no reason to go further.
const KNOWN = 12;

function rounded(value, digits, toward) {
  const size = Math.abs(value);
  const reach = Number(size.toExponential().split("e")[1]);
  const kept = reach >= 3 && reach < 5 ? Math.max(digits, reach + 1) : digits;
  if (!toward) return size.toExponential(kept - 1).split("e");
  const [mantissa, power] = size.toExponential(KNOWN - 1).split("e");
  const figures = mantissa.replace(".", "");
  const more = toward > 0 === value > 0 && /[1-9]/.test(figures.slice(kept));
  const up = String(Number(figures.slice(0, kept)) + (more ? 1 : 0));
  const longer = up.length > kept;
  return [`${up[0]}.${up.slice(1, kept)}`, Number(power) + (longer ? 1 : 0)];
}

function wholly(value, toward) {
  const size = Math.abs(value);
  if (!toward) return Math.round(size);
  const known = Number(size.toPrecision(KNOWN));
  return toward > 0 === value > 0 ? Math.ceil(known) : Math.floor(known);
}

export function numeral(value, digits = 3, whole = false, toward = 0) {
  if (Number.isNaN(value)) return "–";
  const sign = value < 0 ? "−" : "";
  const size = Math.abs(value);
  if (size === Infinity) return `${sign}∞`;
  if (whole) return sign + apart(String(wholly(value, toward)));
  if (size === 0) return "0";
  const [mantissa, power] = rounded(value, digits, toward);
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 5) {
    const figures = mantissa.replace(".", "");
    if (exponent < 0) return sign + trimmed(`0.${"0".repeat(-exponent - 1)}${figures}`);
    const padded = figures.padEnd(exponent + 1, "0");
    return sign + trimmed(`${apart(padded.slice(0, exponent + 1))}.${padded.slice(exponent + 1)}`);
  }
  const raised = `10${[...String(exponent)].map((c) => RAISED[c]).join("")}`;
  const factor = trimmed(mantissa);
  return sign + (factor === "1" ? raised : `${factor}×${raised}`);
}

const BINARY = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
const STEP = 1024;

function oneOf(unit) {
  const [first, ...rest] = unit.split(" ");
  if (first.endsWith("ies")) return [`${first.slice(0, -3)}y`, ...rest].join(" ");
  return [["s", "times"].includes(first) ? first : first.replace(/s$/, ""), ...rest].join(" ");
}

export function measure(value, unit, digits = 3, whole = false, toward = 0) {
  if ((unit === "B" || unit === "B/s") && Math.abs(value) >= STEP && Math.abs(value) !== Infinity) {
    let at = 0;
    while (Math.abs(value) >= STEP ** (at + 1) && at + 1 < BINARY.length) at += 1;
    return `${numeral(value / STEP ** at, digits, false, toward)} ${BINARY[at]}${unit.slice(1)}`;
  }
  const number = numeral(value, digits, whole, toward);
  if (unit === "1" || Number.isNaN(value)) return number;
  return `${number} ${number === "1" ? oneOf(unit) : unit}`;
}
