// Helpers for the tables of docs/benchmarks.md.
export const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
export const met = (isMet: boolean) => (isMet ? 'ok' : '**FAILED**');
export const number = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits });
