// What JavaScript lacks: the private heads of the compiled formulas. runtime.py is the same list for NumPy.

// Beyond this exponent e^u leaves the normal range, or is about to.
const FAR = 700;
const TINY = 1e-300;
const HUGE = 1e300;

// c e^u; far out in two steps, so that neither e^u nor its loss of digits stands alone.
export function cexp(c, u) {
  return Math.abs(u) < FAR ? c * Math.exp(u) : c * Math.exp(u / 2) * Math.exp(u / 2);
}

// log(1 + c e^u)
export function log1pcexp(c, u) {
  if (u > 0 && c > 0) return u + (Math.log(c) + Math.log1p(cexp(1 / c, -u)));
  return Math.log1p(cexp(c, u));
}

// 1/(1 + c e^u)
export function rcexp(c, u) {
  if (!(u > 0 && c > 0)) return 1 / (1 + cexp(c, u));
  const t = cexp(1 / c, -u);
  return t / (1 + t);
}

// f e^v/(1 + c e^u)
export function cexpover(f, v, c, u) {
  if (!(u > 0 && c > 0)) return cexp(f / (1 + cexp(c, u)), v);
  return cexp(f / (c * (1 + cexp(1 / c, -u))), v - u);
}

// log(a/b), also where a/b leaves the range: there the two logarithms lie far apart.
export function logratio(a, b) {
  const ratio = a / b;
  return ratio > TINY && ratio < HUGE ? Math.log(ratio) : Math.log(a) - Math.log(b);
}

// log(e^u + e^v); minus infinity stands for a term of nothing.
export function logaddexp(u, v) {
  if (u === v) return u + Math.LN2;
  const high = Math.max(u, v);
  return high + Math.log1p(Math.exp(Math.min(u, v) - high));
}

// log(1 - e^u), u < 0
export function log1mexp(u) {
  return u > -Math.LN2 ? Math.log(-Math.expm1(u)) : Math.log1p(-Math.exp(u));
}

// x - log(1 + x). Near 0 with t = x/(2 + x): log(1 + x) = 2 atanh t, so the gap is x t - 2 (t^3/3 + t^5/5 + ...).
export function log1pgap(x) {
  if (!(Math.abs(x) < 0.4)) return x - Math.log1p(x);
  const t = x / (2 + x);
  const square = t * t;
  let series = 0;
  for (let n = 29; n > 1; n -= 2) series = series * square + 1 / n;
  return t * (x - 2 * square * series);
}

// ln 2 + x ln x + (1 - x) ln(1 - x): v atanh v + log(1 - v^2)/2 with v = 1 - 2x, where that keeps its digits.
export function entropygap(x) {
  if (Math.abs(x - 0.5) < 0.4) {
    const v = 1 - 2 * x;
    return v * Math.atanh(v) + Math.log1p(-v * v) / 2;
  }
  const near = Math.min(x, 1 - x);
  const inner = near > 0 ? near * Math.log(near) : 0;
  return Math.LN2 + (inner + (1 - near) * Math.log1p(-near));
}

// ln C(n, k) by Stirling's series on the saddle point; short whole products directly.
export function logbinomial(n, k) {
  const few = Math.min(k, n - k);
  if (!(few <= 16 && few === Math.floor(few))) return logBinomialStirling(n, few);
  let product = 1;
  for (let i = 1; i <= few; i += 1) product = (product * (n - few + i)) / i;
  return Math.log(product);
}

function logBinomialStirling(n, k) {
  const rest = n - k;
  const bulk = k * Math.log(n / k) - rest * Math.log1p(-k / n);
  const edge = Math.log(2 * Math.PI * k * (rest / n)) / 2;
  return bulk + (stirlingError(n) - stirlingError(k) - stirlingError(rest) - edge);
}

// ln x! - (x + 1/2) ln x + x - ln(2 pi)/2; below 16 by stepping up to it.
function stirlingError(from) {
  let x = from;
  let total = 0;
  for (; x < 16; x += 1) total += (x + 0.5) * Math.log1p(1 / x) - 1;
  const w = 1 / (x * x);
  const series = 1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - w * (691 / 360360)))));
  return total + series / x;
}

// The standard normal quantile: Wichura's AS 241, whose tails take p itself, never 1 - p rounded twice.
export function normalquantile(p) {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(0.180625 - q * q, MIDDLE);
  const r = Math.sqrt(-(p < 0.5 ? Math.log(p) : Math.log1p(-p)));
  const size = r <= 5 ? ratio(r - 1.6, TAIL) : ratio(r - 5, OUTER);
  return p < 0.5 ? -size : size;
}

function ratio(x, [above, below]) {
  return polynomial(x, above) / polynomial(x, below);
}

function polynomial(x, coefficients) {
  return coefficients.reduceRight((sum, c) => sum * x + c, 0);
}

// Wichura (1988), Algorithm AS 241, PPND16: numerator and denominator, constant term first.
const MIDDLE = [
  [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946,
    45921.95393154987, 67265.7709270087, 33430.57558358813, 2509.0809287301227,
  ],
  [
    1.0, 42.31333070160091, 687.1870074920579, 5394.196021424751,
    21213.794301586597, 39307.89580009271, 28729.085735721943, 5226.495278852854,
  ],
];
const TAIL = [
  [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045,
    1.2704582524523684, 0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  [
    1.0, 2.053191626637759, 1.6763848301838038, 0.6897673349851,
    0.14810397642748008, 0.015198666563616457, 0.0005475938084995345, 1.0507500716444169e-09,
  ],
];
const OUTER = [
  [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487,
    0.026532189526576124, 0.0012426609473880784, 2.7115555687434876e-05, 2.0103343992922881e-07,
  ],
  [
    1.0, 0.599832206555888, 0.1369298809227358, 0.014875361290850615,
    0.0007868691311456133, 1.8463183175100548e-05, 1.421511758316446e-07, 2.0442631033899397e-15,
  ],
];
