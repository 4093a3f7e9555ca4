/** Questions that a market made directly on chain may have. */
export const HOSTILE_QUESTIONS: readonly string[] = [
  `Will "this" and 'that' break out=" onload="alert(1)?`,
  '</title></head><script>alert(1)</script><svg onload=alert(1)>',
  'Will \u202eevil txt.exe\u202c \u2066be\u2069 here? هل ستمطر غدا؟',
  `Will ${'supercalifragilistic'.repeat(14)} be?`,
  '🚀🚀🚀 Will 👩‍👩‍👧‍👦 and 🇵🇹 go up? ✨',
  '🔥🔥🔥',
  'Will \ud800 and \udfff be \ud83d?',
  'Will\u0000 it\u0007 rain\r\n\u2028 in \u200bPorto\ufeff?',
  'Will $& and $1 and $` be money?',
  `Z${'\u0301\u0300\u0335'.repeat(60)}algo?`,
  '明天里斯本会下雨吗?',
  ' \u200b\u202e ',
];
