// The scale of a graph: round numbers that hold all values.
const MOST = 5; // spaces between marks

/** The marks of an axis, ascending: at least two, the first at or below `low`, the last at or above `high`. */
export function marksOf(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / MOST));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => span / each <= MOST)!;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** A number with at most four digits that matter. */
export function shortNumber(number: number): string {
  return Number(number.toPrecision(4)).toLocaleString("en", { maximumSignificantDigits: 4 });
}
