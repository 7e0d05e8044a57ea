// Checks how pages print numbers, against the CSV files.
import assert from "node:assert/strict";

const twoDigits = (size) => size.toFixed(Math.max(0, 1 - Number(size.toExponential(1).split("e")[1])));
/** Formats a chance of 0.0001% or more. */
export const percent = (p) => {
  if (p <= 0 || p >= 1) return p <= 0 ? "0%" : "100%";
  if (p < 0.01) return `${twoDigits(p * 100)}%`;
  if (p <= 0.99) return `${(p * 100).toFixed(1)}%`;
  const missing = twoDigits((1 - p) * 100);
  return `${(100 - Number(missing)).toFixed(missing.split(".")[1].length)}%`;
};

const number = (text) => Number(text.replace("−", "-").replace(/[%+(),±]|pp/g, ""));
/** Asserts that a text contains a number with all the digits that it shows. */
export const shows = (text, computed, context) => {
  const digits = (text.split(".")[1] || "").replace(/\D/g, "").length;
  assert.ok(Math.abs(number(text) - computed) <= 0.5000001 * 10 ** -digits, `${context}: ${text} is not ${computed}`);
};
/**
 * Asserts that a printed interval contains the computed one. It is a half-width after a number, or
 * both ends.
 */
export const holds = (value, spread, low, high, context) => {
  const ends = spread.startsWith("±") ? [number(value) - number(spread), number(value) + number(spread)] : spread.split(" to ").map(number);
  assert.ok(ends[0] <= low + 1e-9 && ends[1] >= high - 1e-9, `${context}: ${value} ${spread} does not hold ${low} to ${high}`);
};
