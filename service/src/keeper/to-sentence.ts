/** Turns a reason such as `the mint was not read` into a sentence. */
export function toSentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
