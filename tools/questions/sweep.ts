// Sentences made from parts, so that each part stands beside each other one at least once. Some
// parts are not in the grammar.
import { createRandom } from '../../packages/chain/test/faults.ts';
import { type Asked, readingOf } from '../../packages/conditions/test/questions/world.ts';

const LEADS = ['Will', 'Could', 'Does', 'Is', 'Has', 'Does anybody think', 'By Friday, will', ''];
const SUBJECTS = [
  ...['SOL', 'Bitcoin', '$ETH', 'the price of SOL', 'Solana (SOL)', 'SOL/ETH', 'jitoSOL', 'HYPE'],
  ...['OAK', '$OAK', "OAK's market cap", 'the number of OAK holders', 'this token', 'SPROUT'],
  ...["OAK's biggest rival", 'a Solana token', 'everything except SOL', 'one SOL'],
];
const NEGATIONS = ['', 'not', 'never', 'fail to', 'barely'];
/** A verb, and how people go on with it: with which subject, qualifier, amount and time. */
const VERBS = [
  ['be', 'SOL', 'above', '$250', 'on Dec 1'],
  ['trade', 'SOL', 'below', '150', 'at expiry'],
  ['close', 'SOL', 'above', '$250', 'today'],
  ['end the week', 'Bitcoin', 'above', '150', ''],
  ['stay', '$ETH', 'above', '$250', 'until Dec 1'],
  ['hit', 'SOL', '', '$250', 'by Dec 1'],
  ['reach', '$OAK', '', '$1M market cap', 'by Dec 1'],
  ['touch', 'the price of SOL', '', 'two hundred dollars', 'this week'],
  ['break', 'Bitcoin', '', '150', 'before 2027'],
  ['cross', "OAK's market cap", '', '$1M', 'in November'],
  ['get to', 'the number of OAK holders', '', '500 holders', 'by Dec 1'],
  ['go', 'SOL', 'above', '$250', 'by Dec 1'],
  ['rise', 'SOL', 'by', '20%', 'by Dec 1'],
  ['rise to', 'SOL', '', '$250', 'by Dec 1'],
  ['fall', '$ETH', 'below', '150', 'by Friday at 5pm ET'],
  ['drop to', 'SOL', '', '150', 'by Dec 1'],
  ['climb', 'SOL', 'by at least', '20%', 'within 24 hours'],
  ['surge', 'SOL', 'over', '$250', 'by Dec 1'],
  ['lose', 'SOL', 'more than', '20%', 'this week'],
  ['gain', 'SOL', 'at least', '20%', 'by Dec 1'],
  ['exceed', 'the price of SOL', '', '$250', 'on Dec 1'],
  ['have', 'OAK', 'at least', '500 holders', 'on Dec 1'],
  ['be worth', '$OAK', 'more than', '$0.01', 'at expiry'],
  ['be up', 'SOL', '', '20%', 'at expiry'],
  ['be down', 'Solana (SOL)', 'by', '20%', 'on Dec 1'],
  ['return to', 'SOL', '', '$250', 'by Dec 1'],
  ['double', 'this token', '', '', 'by the end of the year'],
  ['graduate', 'SPROUT', '', '', 'by Dec 1'],
  ['sell', "OAK's biggest rival", '', 'BTC', ''],
] as const;
const QUALIFIERS = [
  ...['', 'above', 'below', 'over', 'under', 'at least', 'at most', 'more than', 'by'],
  ...['by at least', 'between', 'about', 'up to', 'only'],
];
const AMOUNTS = [
  ...['$250', '150', '$1M', '$1M market cap', '500 holders', '20%', '2x', '85 SOL', '30 ETH'],
  ...['$0.01', 'two hundred dollars', '$200 and $250', '€250', 'BTC', '', '1.500'],
];
const TIMES = [
  ...['by Dec 1', 'on Dec 1', 'before 2027', 'at expiry', 'this week', 'today', 'until Dec 1', ''],
  ...['by Friday at 5pm ET', 'in November', 'in Q1 2027', 'within 24 hours', 'by 05/12', 'again'],
  ...['for an hour', 'every day', 'by next Tuesday', 'by the end of the year'],
];
const PARTS = [LEADS, SUBJECTS, NEGATIONS, VERBS, QUALIFIERS, AMOUNTS, TIMES] as const;
const VERB = PARTS.indexOf(VERBS);
const SENTENCES_MAX = 2_000;
const CANDIDATES = 4;
/** How often a part is the one that usually goes with the verb. */
const USUAL_SHARE = 0.9;

const pairsOf = (row: readonly number[]) =>
  row.flatMap((one, i) => row.slice(i + 1).map((other, j) => `${i}.${one} ${i + 1 + j}.${other}`));

/** The parts that usually go with a verb, as indices. */
function usualRow(verb: number): number[] {
  const [, subject, qualifier, amount, time] = VERBS[verb] as (typeof VERBS)[number];
  const indices = [SUBJECTS.indexOf(subject), QUALIFIERS.indexOf(qualifier)];
  const [subjectAt = 0, qualifierAt = 0] = indices;
  return [0, subjectAt, 0, verb, qualifierAt, AMOUNTS.indexOf(amount), TIMES.indexOf(time)];
}

/** Rows of indices, whatever the grammar reads; each pair of parts is in at least one. */
function coverPairs(): number[][] {
  const random = createRandom(1);
  const pick = (part: readonly unknown[]) => Math.floor(random() * part.length);
  const open = new Set<string>();
  PARTS.forEach((part, i) => {
    PARTS.slice(i + 1).forEach((other, j) => {
      for (const one of part.keys()) {
        for (const two of other.keys()) open.add(`${i}.${one} ${i + 1 + j}.${two}`);
      }
    });
  });
  const rows = VERBS.map((_, verb) => usualRow(verb));
  for (const row of rows) for (const each of pairsOf(row)) open.delete(each);
  while (open.size > 0 && rows.length < SENTENCES_MAX) {
    // One that is still open, and whatever covers most of the others.
    const [pair = ''] = open;
    const fixed = new Map(
      pair.split(' ').map((each) => each.split('.').map(Number) as [number, number]),
    );
    const candidates = Array.from({ length: CANDIDATES }, () => {
      const usual = usualRow(fixed.get(VERB) ?? pick(VERBS));
      return usual.map((value, part) => {
        const chosen = random() < USUAL_SHARE || part === VERB ? value : pick(PARTS[part] ?? []);
        return fixed.get(part) ?? chosen;
      });
    });
    const gain = (row: readonly number[]) => pairsOf(row).filter((each) => open.has(each)).length;
    const best = candidates.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    for (const each of pairsOf(best)) open.delete(each);
    rows.push(best);
  }
  return rows;
}

function askedOf(row: readonly number[]): Asked {
  const words = row.map((value, part) => {
    const word = PARTS[part]?.[value] ?? '';
    return typeof word === 'string' ? word : word[0];
  });
  const question = `${words.filter((word) => word !== '').join(' ')}?`;
  const [named = '-'] = /OAK|SPROUT|this token/.exec(question) ?? [];
  const token = (named === 'this token' ? 'OAK' : named) as Asked['token'];
  return { question, token, expiry: '-' };
}

/** `reading | question | token | expiry`, sorted. */
export function sweep(): string[] {
  const lines = coverPairs().map((row) => {
    const asked = askedOf(row);
    return `${readingOf(asked)} | ${asked.question} | ${asked.token} | -`;
  });
  return [...new Set(lines)].sort();
}
