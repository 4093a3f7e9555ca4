const WORDS = new Set(
  (
    'january february march april may june july august september october november december ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday ' +
    'friday saturday sunday mon tue tues wed thu thurs fri sat sun today tonight tomorrow ' +
    'yesterday weekend weekends day days week weeks month months quarter quarters year years ' +
    'hour hours minute minutes second seconds morning afternoon evening night noon midday ' +
    'midnight am pm eod eow eom eoy q1 q2 q3 q4 h1 h2 spring summer autumn winter season ' +
    'christmas xmas easter halloween thanksgiving eve before after ever until till since ' +
    'during by soon eventually someday later next last ago once when while decade decades ' +
    'century shortly upon following lifetime hanukkah diwali ramadan mo yr yrs wk wks'
  ).split(' '),
);

/** 2027, FY27, 3Q27, '27, 6mo, 20th, 5pm, 5/12. */
const NUMBERS = new RegExp(
  [
    String.raw`(?:19|20)\d\d`,
    String.raw`^(?:fy\d+|\dq\d*|'\d\d)$`,
    String.raw`^\d+(?:mo|y|yrs?|wks?|m|st|nd|rd|th|am|pm|h|d)$`,
    String.raw`^\d+[/:.-]\d+`,
  ].join('|'),
);

/** A word that names a time, or one that a time follows. */
export const isTimeWord = (word: string): boolean =>
  WORDS.has(word.replace(/^(?:mid|late|early)-/, '')) || NUMBERS.test(word);
