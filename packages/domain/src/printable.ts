const PICTURE = '\\p{Extended_Pictographic}';
const LETTER = /* @__PURE__ */ [
  ...['Arabic', 'Bengali', 'Devanagari', 'Gujarati', 'Gurmukhi', 'Kannada', 'Khmer', 'Malayalam'],
  ...['Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu'],
]
  .map((script) => `\\p{scx=${script}}`)
  .join('');

/** Joiners in emoji and after letters of scripts that need them, and the flag of England. */
const NEEDED = /* @__PURE__ */ [
  `\\u200d(?<=[${PICTURE}\\p{Emoji_Modifier}\\ufe0f]\\u200d)(?=${PICTURE})`,
  `[\\u200c\\u200d](?<=[${LETTER}].)`,
  '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{2,6}\\u{e007f}',
].join('|');
const HIDDEN = /* @__PURE__ */ new RegExp(
  `(${NEEDED})|[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}]`,
  'gu',
);

/** For untrusted text: replaces characters that break lines, reverse the text or are invisible. */
export function printable(text: string, by = '\ufffd'): string {
  return text.replace(HIDDEN, (_, needed?: string) => needed ?? by);
}
