/** For untrusted text: removes characters that break lines, reverse the text or are invisible. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
