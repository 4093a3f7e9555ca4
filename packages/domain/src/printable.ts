/** Foreign text: nothing in it may break a line, turn the text round or hide. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
