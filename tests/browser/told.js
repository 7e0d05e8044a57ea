// How pages tell numbers, reckoned anew: what they show is held against the CSV files.
import assert from "node:assert/strict";

/** A chance on a page whose percentages have one decimal. */
export const percent = (p) =>
  p <= 0 ? "0%" : p >= 1 ? "100%" : p < 1e-5 ? "<0.001%" : p > 0.999 ? ">99.9%" : p < 0.01 ? `${(p * 100).toPrecision(2)}%` : `${(p * 100).toFixed(1)}%`;

/** A text with a number has as many digits of it as it shows. */
export const shows = (text, number, what) => {
  const digits = (text.split(".")[1] || "").replace(/\D/g, "").length;
  const told = Number(text.replace("−", "-").replace(/[%+]/g, ""));
  assert.ok(Math.abs(told - number) <= 0.5000001 * 10 ** -digits, `${what}: ${text} is not ${number}`);
};
