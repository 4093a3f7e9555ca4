// Whether a question can be answered with Yes or No at all.

const OPEN =
  /^(?:who|whom|whose|what|which|when|where|why|how)\b|_{2,}|\.{3}\s*(?:by|on|at|before)\b/;
const CHOICE = '(?:up or down|up\\/down|higher or lower|green or red)';
const UP_OR_DOWN = new RegExp(
  `^(?:(?:will|is|are) )?(.+?):? (?:go |be |close |end |finish )?${CHOICE}\\b(.*)$`,
);

/** A normalised text. */
export const isYesNo = (text: string): boolean => !OPEN.test(text) && !UP_OR_DOWN.test(text);

/** "Bitcoin up or down today" asks whether it will be up. */
export function toYesNo(text: string): string | undefined {
  const [, subject, rest] = UP_OR_DOWN.exec(text) ?? [];
  return subject === undefined ? undefined : `will ${subject} be up${rest}`;
}
