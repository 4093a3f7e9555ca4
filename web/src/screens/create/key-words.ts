// The words that questions about the same subject share.

const COMMON = new Set(
  (
    'will would can could does do did is are was be been being have has had get gets go ' +
    'goes the a an this that its it in on at of to by for from with than then or and not ' +
    'no never ever any time before after until till during within end ends expiry ' +
    'expiration today tomorrow week month year day hour above below over under more less ' +
    'least most reach reaches hit hits exceed exceeds stay stays price prices market cap ' +
    'mcap token coin holders supply usd dollars million billion'
  ).split(' '),
);

/** Searches, narrowest first, because the market list matches all words of a search. */
export function listSearches(question: string): string[] {
  const words = question.match(/[\p{L}][\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !COMMON.has(word.toLowerCase()));
  const [first, second] = new Set(telling);
  if (first === undefined) return [];
  if (second === undefined) return [first];
  // Longer words are more specific.
  const [more, less] = second.length > first.length ? [second, first] : [first, second];
  return [`${first} ${second}`, more, less];
}
