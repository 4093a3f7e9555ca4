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
const VERBS = [
  ...['be', 'trade', 'close', 'end the week', 'stay', 'hit', 'reach', 'touch', 'break', 'cross'],
  ...['get to', 'go', 'rise', 'rise to', 'fall', 'drop to', 'climb', 'surge', 'lose', 'gain'],
  ...['exceed', 'have', 'be worth', 'be up', 'be down', 'return to', 'double', 'graduate', 'sell'],
];
const QUALIFIERS = [
  ...[
    '',
    'above',
    'below',
    'over',
    'under',
    'at least',
    'at most',
    'more than',
    'by',
    'by at least',
  ],
  ...['between', 'about', 'up to', 'only'],
];
const AMOUNTS = [
  ...[
    '$250',
    '150',
    '$1M',
    '$1M market cap',
    '500 holders',
    '20%',
    '2x',
    '85 SOL',
    '30 ETH',
    '$0.01',
  ],
  ...['two hundred dollars', '$200 and $250', '€250', 'BTC', '', '1.500'],
];
const TIMES = [
  ...['by Dec 1', 'on Dec 1', 'before 2027', 'at expiry', 'this week', 'today', 'until Dec 1', ''],
  ...['by Friday at 5pm ET', 'in November', 'in Q1 2027', 'within 24 hours', 'by 05/12', 'again'],
  ...['for an hour', 'every day', 'by next Tuesday', 'by the end of the year'],
];
const PARTS = [LEADS, SUBJECTS, NEGATIONS, VERBS, QUALIFIERS, AMOUNTS, TIMES] as const;
const SENTENCES_MAX = 2_000;
const CANDIDATES = 12;
/** A sentence that is measured is worth more pairs. */
const MEASURED = 8;

const pairsOf = (row: readonly number[]) =>
  row.flatMap((one, i) => row.slice(i + 1).map((other, j) => `${i}.${one} ${i + 1 + j}.${other}`));

/** Rows of indices; each pair of values of two parts is in at least one. */
function coverPairs(): number[][] {
  const random = createRandom(1);
  const open = new Set<string>();
  PARTS.forEach((part, i) => {
    PARTS.slice(i + 1).forEach((other, j) => {
      for (const one of part.keys()) {
        for (const two of other.keys()) open.add(`${i}.${one} ${i + 1 + j}.${two}`);
      }
    });
  });
  const rows: number[][] = [];
  while (open.size > 0 && rows.length < SENTENCES_MAX) {
    // One that is still open, and whatever covers most of the others.
    const [pair = ''] = open;
    const fixed = pair.split(' ').map((each) => each.split('.').map(Number) as [number, number]);
    const candidates = Array.from({ length: CANDIDATES }, () => {
      const row = PARTS.map((part) => Math.floor(random() * part.length));
      for (const [part, value] of fixed) row[part] = value;
      return row;
    });
    const gain = (row: readonly number[]) =>
      pairsOf(row).filter((each) => open.has(each)).length + (isMeasured(row) ? MEASURED : 0);
    const best = candidates.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    for (const each of pairsOf(best)) open.delete(each);
    rows.push(best);
  }
  return rows;
}

function askedOf(row: readonly number[]): Asked {
  const words = row.map((value, part) => PARTS[part]?.[value] ?? '').filter((word) => word !== '');
  const question = `${words.join(' ')}?`;
  const [named = '-'] = /OAK|SPROUT|this token/.exec(question) ?? [];
  const token = (named === 'this token' ? 'OAK' : named) as Asked['token'];
  return { question, token, expiry: '-' };
}

const isMeasured = (row: readonly number[]) => !readingOf(askedOf(row)).startsWith('A');

/** `reading | question | token | expiry`, sorted. */
export function sweep(): string[] {
  const lines = coverPairs().map((row) => {
    const asked = askedOf(row);
    return `${readingOf(asked)} | ${asked.question} | ${asked.token} | -`;
  });
  return [...new Set(lines)].sort();
}
