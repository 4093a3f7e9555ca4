// A step chart, for values that hold until the next one, such as odds between two bets.

/** Both from 0 to 1: left to right, and bottom to top. */
export interface Step {
  readonly x: number;
  readonly y: number;
}

/**
 * The path rule, which other renderers follow too: begin at the first step (`M x y`); for each
 * next one go sideways to its x (`H x`), then to its y (`V y`); at the end go to the right edge,
 * because the last value still holds. The steps are in the order of time.
 */
export function stepPath(steps: readonly Step[], width: number, height: number): string {
  const [first, ...rest] = steps;
  if (!first) return '';
  const across = ({ x }: Step) => round(x * width);
  const down = ({ y }: Step) => round((1 - y) * height);
  const stairs = rest.map((step) => `H${across(step)}V${down(step)}`);
  return `M${across(first)} ${down(first)}${stairs.join('')}H${width}`;
}

const round = (value: number) => Math.round(value * 100) / 100;
