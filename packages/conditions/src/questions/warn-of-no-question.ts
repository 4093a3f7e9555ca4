const WORDS_MIN = 3;
/** Counts words in scripts without spaces too. */
const SEGMENTS = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'word' });
const MARK = /[?\uff1f\u061f\u037e\u055e\u1367]/;
const VERBS =
  'will|would|can|could|shall|should|may|might|must|is|are|was|were|be|does?|did|has|have|had';
const VERB = new RegExp(`\\b(?:${VERBS})\\b`, 'i');

/** For attested markets: what the oracle answers must be a question. */
export function warnOfNoQuestion(question: string): string[] {
  const words = [...SEGMENTS.segment(question)].filter(({ isWordLike }) => isWordLike);
  if (words.length >= WORDS_MIN && (MARK.test(question) || VERB.test(question))) return [];
  return ['This is not a full question, so nobody can be sure what Yes means.'];
}
