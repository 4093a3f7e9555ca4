import { expect, test } from 'vitest';
import { printable, refuseCharacters } from '../src/index.ts';

test.each([
  ['a family, joined', '👩‍👩‍👧‍👦'],
  ['a skin tone, joined', '🧑🏽‍🚀'],
  ['hair', '👨‍🦰'],
  ['a heart on fire', '❤️‍🔥'],
  ['a rainbow flag', '🏳️‍🌈'],
  ['the flag of England', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['a keycap', '1️⃣'],
  ['Persian, not joined', 'می\u200cخواهم'],
  ['Hindi, not joined', 'क्\u200cष'],
  ['Malayalam, joined', 'ന്\u200d '],
  ['Arabic and Hebrew', 'هل ستمطر غدا؟ האם ירד גשם?'],
])('keeps %s', (_, text) => {
  expect(printable(text)).toBe(text);
  expect(() => refuseCharacters('question', text)).not.toThrow();
});

test.each([
  ['\u0000', 'U+0000: it is a control character'],
  ['\t', 'U+0009: it is a control character'],
  ['\u202e', 'U+202E: it changes the direction of the text around it'],
  ['\u2066', 'U+2066: it changes the direction of the text around it'],
  ['\u200f', 'U+200F: it changes the direction of the text around it'],
  ['\ue000', 'U+E000: it looks different on each device'],
  ['\ud800', 'U+D800: it is half a character'],
  ['\u200b', 'U+200B: it is invisible'],
  ['\u2028', 'U+2028: it is invisible'],
  // Joiners where nothing is to be joined, and a flag that does not end.
  ['\u200d', 'U+200D: it is invisible'],
  ['\u200c', 'U+200C: it is invisible'],
  ['🚀\u200d', 'U+200D: it is invisible'],
  ['🏴\u{e0067}\u{e0062}', 'U+E0067: it is invisible'],
])('replaces %j, and says why it is refused', (text, why) => {
  const sentence = `Will ${text}it rain?`;
  expect([...printable(sentence)]).toContain('\ufffd');
  expect(printable(sentence, '')).toMatch(/^Will [🚀🏴]?it rain\?$/u);
  expect(() => refuseCharacters('question', sentence)).toThrow(
    `The field question has the character ${why}. Remove it.`,
  );
});
