// Formats numbers as text, by the same rules as tables and charts. The report's script and the page
// share this file.

const grouped = (text) => { const [whole, part] = text.split("."); return (whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole) + (part ? `.${part}` : ""); };
// Halves are rounded away from 0.
const fixed = (x, n) => {
  const near = Math.abs(x) * 10 ** n, text = (near < 1e15 ? Math.round(near * (1 + 1e-14)) / 10 ** n : Math.abs(x)).toFixed(n);
  return (x < 0 && /[1-9]/.test(text) ? "−" : "") + grouped(text);
};
const separated = (x, n) => fixed(x, n).replace(/^(−?\d)(\d{3})(?=\.|$)/, "$1,$2");
// Returns the number of decimals with which a number below 10 has two significant digits.
const twoDigits = (size) => Math.max(0, 1 - Number(size.toExponential(1).split("e")[1]));
const oneIn = (p) => {
  const many = 1 / p, isWhole = many < 1e12 && Math.abs(many - Math.round(many)) < Math.max(1e-9, many * 1e-14);
  if (many > 1e18) return "<1 in 1,000,000,000,000,000,000";
  const unit = isWhole ? 1 : 10 ** Math.max(0, Math.floor(Math.log10(many)) - 1);
  return `1 in ${grouped(String(Math.round(many / unit) * unit))}`;
};
// Formats a chance from 0 to 1: "12.5%", "0.46%", "99.960%", "1 in 3,300,000".
const chance = (p, isCertain = p >= 1) => {
  const percent = p * 100, rest = (1 - p) * 100;
  if (isCertain) return "100%";
  if (p <= 0) return "0%";
  if (p < 1e-6) return oneIn(p);
  if (p < 0.01) return `${fixed(percent, twoDigits(percent))}%`;
  if (rest < 1e-4 * (1 - 1e-12)) return ">99.9999%";
  if (p > 0.99) { const n = twoDigits(rest); return `${fixed(100 - Number(rest.toFixed(n)), n)}%`; }
  return `${fixed(percent, 1)}%`;
};
// Formats a mean, or any other computed number that is not a chance.
const mean = (x) => {
  const size = Math.abs(x);
  if (size < 1e-12) return "0";
  return size < 0.1 ? fixed(x, twoDigits(size)) : separated(x, size < 1000 ? 2 : 0);
};
// Formats a difference with its sign. For chances the unit is added: "+1.7 pp", "−20.0 pp".
const change = (by, isChance) => {
  const size = Math.abs(by) * (isChance ? 100 : 1);
  const text = size < 1e-11 ? "0" : !isChance ? mean(size) : fixed(size, size < 1 ? twoDigits(size) : 1);
  return (text === "0" ? "" : by > 0 ? "+" : "−") + text + (isChance ? " pp" : "");
};
// Formats a number that is counted in units of the n-th decimal. A negative n means tens, hundreds
// and so on.
const units = (x, n) => separated(n < 0 ? x * 10 ** -n : x / 10 ** n, Math.max(0, n));
// Returns the number of decimals that gives a half-width two significant digits.
const places = (low, high) => 1 - Number(((high - low) / 2).toExponential(1).split("e")[1]);
const scaledBy = (n) => (x) => (n < 0 ? x / 10 ** -n : x * 10 ** n);
// Formats both ends of an interval, rounded outward. 0 and 100 are not rounded.
const outward = (low, high) => {
  const n = places(low, high), scaled = scaledBy(n), end = (x, round) => (x === 0 || x === 100 ? String(x) : units(round(scaled(x)), n));
  return [end(low, Math.floor), end(high, Math.ceil)];
};
// Formats a simulated number with the decimals that its interval allows. The interval is a
// half-width, or both ends rounded outward.
const rounded = (value, low, high) => {
  const n = places(low, high), scaled = scaledBy(n);
  const middle = Math.sign(value) * Math.round(Math.abs(scaled(value)) * (1 + 1e-13)), sides = [value - low, high - value];
  const interval = Math.max(...sides) > 1.1 * Math.min(...sides)
    ? [units(Math.floor(scaled(low)), n), units(Math.ceil(scaled(high)), n)]
    : units(Math.ceil(Math.max(scaled(high) - middle, middle - scaled(low))), n);
  return { value: units(middle, n), interval };
};
const atMost = (end) => { const percent = Math.min(100, end * 100), n = 1 - Math.floor(Math.log10(percent)); return units(Math.ceil(percent * 10 ** n - 1e-9), n); };
const atLeast = (end) => { const rest = (1 - end) * 100, n = 1 - Math.floor(Math.log10(rest)); return units(100 * 10 ** n - Math.ceil(rest * 10 ** n - 1e-9), n); };
// Returns the number and the text after it: ["87.68%", "±0.17"], ["0.411%", "(0.380 to 0.450%)"].
const simulated = ({ p, low, high }, isChance) => {
  const sign = isChance ? "%" : "", scale = isChance ? 100 : 1;
  if (!(high > low)) return [isChance ? chance(p) : mean(p), ""];
  if (isChance && p <= 0) return [`<${atMost(high)}%`, ""];
  if (isChance && p >= 1) return [`>${atLeast(low)}%`, ""];
  const { value, interval } = rounded(p * scale, low * scale, high * scale);
  return [value + sign, Array.isArray(interval) ? `(${interval[0]} to ${interval[1]}${sign})` : `±${interval}`];
};
// Formats a simulated difference: ["+11.2 pp", "±1.4"].
const simulatedChange = (by, [low, high], isChance) => {
  const scale = isChance ? 100 : 1;
  if (!(high > low)) return [change(by, isChance), ""];
  const { value, interval } = rounded(by * scale, low * scale, high * scale);
  const sign = by > 0 && /[1-9]/.test(value) ? "+" : "";
  const unit = isChance ? " pp" : "";
  return Array.isArray(interval) ? [sign + value, `(${interval[0]} to ${interval[1]}${unit})`] : [sign + value + unit, `±${interval}`];
};
