// Random markets with any text beside any rule, and an independent model of what the service
// should make of them.
import type { Address } from '@solana/kit';
import { compileCondition } from '@tote/conditions/compile-condition';
import type { CompiledCondition } from '@tote/conditions/condition';
import { timingOf } from '@tote/conditions/evaluate';
import { TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { unixSeconds } from '@tote/domain';
import {
  type Clause,
  type Decider,
  encodeClauses,
  type Market,
  MarketSource,
  NO_ADDRESS,
  readMarketFlags,
} from '@tote/program-client';
import type { ForeignMarket } from '../conformance/support/chain-access.ts';

export interface RandomMarketOptions {
  random(): number;
  /** Addresses to choose from: mints, accounts, programs, oracles, unused ones. */
  readonly addresses: readonly [Address, ...Address[]];
  readonly mints: readonly [Address, ...Address[]];
  readonly oracle: Address;
  readonly seconds: number;
}

/** The soonest refund; others are later. */
export const SOON_SECONDS = 200;

export interface RandomMarket extends ForeignMarket {
  /** The parsed text, if it is a condition. */
  readonly stated: CompiledCondition | null;
  readonly closesBefore: number;
  readonly questionBytes: Uint8Array;
}

export async function drawMarket(options: RandomMarketOptions): Promise<RandomMarket> {
  const pick = <T>(choices: readonly [T, ...T[]]): T => {
    return choices[Math.floor(options.random() * choices.length)] ?? choices[0];
  };
  const chance = (share: number) => options.random() < share;
  const matching = await compileRandom(options);
  const other = chance(0.5) ? matching : await compileRandom(options);
  const rule = chance(0.5) ? other : alterRule(other, options);
  const canBeAnything = chance(0.25);
  const text = canBeAnything ? pick(TEXTS)(matching.canonical) : matching.canonical;
  const question = pick(QUESTIONS);
  const isTimed = rule.decider.source === MarketSource.TimedFact;
  return {
    ...rule,
    isCustom: chance(0.3),
    question,
    questionBytes: toBytes(question),
    condition: text,
    stated: text === matching.canonical ? matching : null,
    seconds: options.seconds,
    // The program checks prices at a given time by its own rule.
    closesBefore: isTimed ? pick([60, 61, 300]) : pick([0, 1, 59, 60, 61, 300]),
    refundSeconds: pick([SOON_SECONDS, 3_600, 86_400, 30 * 86_400]),
  };
}

const NEEDS_MINT: ReadonlySet<string> = new Set(['authority', 'holding']);

async function compileRandom(options: RandomMarketOptions): Promise<CompiledCondition> {
  const { random, mints, addresses } = options;
  const pick = <T>(choices: readonly [T, ...T[]]): T => {
    return choices[Math.floor(random() * choices.length)] ?? choices[0];
  };
  const measured = {
    comparator: pick(['gte', 'gt', 'lte', 'lt']),
    threshold: pick(['1', '2', '250.5', '100000']),
    timing: pick(['at_expiry', 'any_time_before', 'never_before']),
  };
  const { timing } = measured;
  const condition = pick<{ readonly type: string } & Record<string, unknown>>([
    { type: 'attested' },
    { type: 'price_feed', feed: pick(['SOL', 'BTC', 'DOGE']), ...measured },
    { type: 'token_price', unit: pick(['USD', 'SOL']), ...measured },
    { type: 'market_cap', unit: 'USD', windowSeconds: pick([30, 60]), ...measured },
    { type: 'liquidity', unit: pick(['USD', 'SOL']), ...measured },
    { type: 'holder_count', ...measured, threshold: pick(['1', '20']) },
    { type: 'token_supply', ...measured },
    { type: 'top_holders', ...measured, threshold: '50' },
    { type: 'holding', wallet: pick(addresses), ...measured },
    {
      ...{ type: 'token_event', event: pick(['curve_complete', 'migrated']), timing },
      ...pick<object>([
        { launchpad: 'pump' },
        { launchpad: 'launchlab' },
        { launchpad: 'meteora', pool: pick(addresses), poolType: 'virtual' },
      ]),
    },
    { type: 'authority', authority: pick(['mint', 'freeze']), timing },
    {
      ...{ type: 'launchpad_count', launchpad: pick(['pump', 'demo']), event: 'migrated' },
      ...{ comparator: measured.comparator, threshold: '2', from: 1_999_000_000 },
    },
    {
      ...{ type: 'web_value', timing, value: pick<unknown>([4, true, 'rain']) },
      comparator: pick(['eq', 'ne']),
      sources: [{ url: pick<string>(PAGES), pointer: pick(['', '/a/0']) }],
    },
    {
      ...{ type: 'account_fact', account: pick(addresses), owner: pick(addresses) },
      ...{ offset: pick([0, 64]), dataType: 'u64', value: pick(['0', '1']), timing },
      comparator: pick(['eq', 'ne', 'lt', 'lte', 'gt', 'gte']),
    },
  ]);
  const mint = { program: TOKEN_PROGRAM, decimals: 6 };
  return compileCondition({
    ...{
      question: 'Will it happen?',
      tokenAddress: condition.type === 'launchpad_count' ? null : pick(mints),
      expiresAt: unixSeconds(2_000_000_000),
    },
    // They are only asked of a token that exists.
    ...{ condition, token: random() < 0.7 || NEEDS_MINT.has(condition.type) ? { mint } : {} },
  });
}

const PAGES = ['https://a.example/x', 'https://127.0.0.1.example/?q=1'] as const;

type Rule = Pick<ForeignMarket, 'isTriggered' | 'isLatched' | 'isGated' | 'isInverted'> & {
  readonly decider: Decider;
};

/** A rule that no condition compiles to, as far as the program accepts it. */
function alterRule(rule: Rule, { random, addresses, oracle }: RandomMarketOptions): Rule {
  const chance = () => random() < 0.4;
  const anyAddress = () => addresses[Math.floor(random() * addresses.length)] ?? oracle;
  const { decider } = rule;
  const isTriggered = chance() ? !rule.isTriggered : rule.isTriggered;
  switch (decider.source) {
    case MarketSource.Oracle:
    case MarketSource.NamedOracle: {
      const named = { source: MarketSource.NamedOracle, oracle: chance() ? oracle : anyAddress() };
      const who = chance() ? decider : (named as Decider);
      const isInverted = isTriggered && chance();
      return { decider: who, isTriggered, isGated: chance(), isInverted };
    }
    case MarketSource.TimedFact: {
      const factOwner = chance() ? anyAddress() : decider.factOwner;
      return { decider: { ...decider, factOwner, clauses: alterClauses(decider.clauses, chance) } };
    }
    case MarketSource.StateFact: {
      const factOwner = chance() ? anyAddress() : decider.factOwner;
      const account = chance() ? anyAddress() : decider.account;
      const clauses = alterClauses(chance() ? decider.clauses.slice(-1) : decider.clauses, chance);
      // The program knows what is latched; an early No needs the flag triggered.
      const isInverted = isTriggered && chance();
      return { decider: { ...decider, factOwner, account, clauses }, isTriggered, isInverted };
    }
  }
}

function alterClauses(clauses: readonly Clause[], chance: () => boolean): Clause[] {
  const last = clauses.at(-1);
  if (!last || !('value' in last) || typeof last.value !== 'bigint' || !chance()) {
    return [...clauses];
  }
  const other = last.comparator === 'gt' ? 'lt' : 'gt';
  const bent = chance()
    ? { ...last, value: last.value === 0n ? 7n : last.value - 1n }
    : { ...last, comparator: other };
  return [...clauses.slice(0, -1), bent as Clause];
}

const toBytes = (text: string | Uint8Array) =>
  typeof text === 'string' ? new TextEncoder().encode(text) : text;

type Text = (ours: string) => string | Uint8Array;

/** Texts in the place of a condition. */
const TEXTS: readonly [Text, ...Text[]] = [
  (ours) => ours.slice(0, -1),
  (ours) => `${ours} `,
  (ours) => ours.replace('"version":1', '"version":2'),
  (ours) => ours.replace('"version":1', '"version":-1e400'),
  (ours) => ours.replace('{', '{"__proto__":{"type":"attested"},'),
  (ours) => JSON.stringify(JSON.parse(ours), null, 1).slice(0, 1_024),
  (ours) => ours.toUpperCase(),
  (ours) => ours.replaceAll('"', '\u201d').slice(0, 300),
  () => '{}',
  () => 'null',
  () => '0',
  () => '"',
  () => '{"type":"attested","version":1}',
  () => '{"tokenAddress":null,"type":"constructor","version":1}',
  () => '{"tokenAddress":"constructor","type":"attested","version":1}',
  () => `${'['.repeat(1_024)}`,
  () => '9'.repeat(1_024),
  () => '\u202e\u0000\u2028'.repeat(100),
  () => '\u{1f4a9}'.repeat(256),
  () => Uint8Array.from({ length: 1_024 }, (_, index) => index % 256),
  () => Uint8Array.of(0xff),
  (ours) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(ours)]).subarray(0, 1_024),
];

const QUESTIONS: readonly [string | Uint8Array, ...(string | Uint8Array)[]] = [
  'Will SOL be above $100000 at expiry?',
  'Will it complete its bonding curve?',
  'Is it true?',
  '?',
  ' ',
  '\u0000',
  '\u202eNo is Yes\u202c',
  'A\nmarket.created: {"id":"market_1"}',
  '</script><script>alert(1)</script>',
  "'; drop table markets; --",
  'x'.repeat(300),
  '\u{1f4a9}'.repeat(125),
  Uint8Array.from({ length: 200 }, (_, index) => index + 1),
  Uint8Array.of(0xc3, 0x28, 0xf0, 0x9f),
];

/** The kind of each condition. */
function isOracles({ condition }: CompiledCondition): boolean {
  switch (condition.type) {
    case 'attested':
    case 'token_price':
    case 'token_ratio':
    case 'market_cap':
    case 'liquidity':
    case 'holder_count':
    case 'holding':
    case 'top_holders':
    case 'launchpad_count':
    case 'web_value':
      return true;
    case 'price_ratio':
    case 'range':
    case 'change':
      return true;
    case 'price_feed':
      return condition.timing !== 'at_expiry';
    case 'token_supply':
      return (
        condition.decimals === null ||
        condition.tokenProgram === null ||
        (condition.timing === 'never_before' && /^lte?$/.test(condition.comparator))
      );
    case 'token_event':
    case 'authority':
    case 'account_fact':
      return false;
  }
}

const isEarly = ({ condition }: CompiledCondition) =>
  condition.type === 'attested' || timingOf(condition) !== 'at_expiry';

const isInverted = ({ condition }: CompiledCondition) =>
  condition.type !== 'attested' && timingOf(condition) === 'never_before';

/** Whether the rule on chain matches the text of the market. */
export function matchesText(account: Market, { stated }: RandomMarket): boolean {
  if (!stated) return false;
  const flags = readMarketFlags(account.flags);
  const isOracle = isOracles(stated);
  const areFlagsTrue =
    flags.triggered === isEarly(stated) &&
    flags.latched === ['token_event', 'authority'].includes(stated.condition.type) &&
    flags.gated === (isOracle && isEarly(stated)) &&
    flags.inverted === isInverted(stated);
  // The embedded chain has no lead, so that every cutoff is right.
  return areFlagsTrue && isSameRule(account, stated.decider, isOracle);
}

function isSameRule(account: Market, decider: Decider, isOracle: boolean): boolean {
  if (isOracle) return account.source === MarketSource.Oracle;
  const { clauses, clausesLen } = account;
  const onChain = Buffer.from(Uint8Array.from(clauses).subarray(0, clausesLen));
  const said = 'clauses' in decider ? encodeClauses(decider.clauses) : new Uint8Array(0);
  return (
    account.source === decider.source &&
    account.subject === ('account' in decider ? decider.account : NO_ADDRESS) &&
    account.factOwner === ('factOwner' in decider ? decider.factOwner : NO_ADDRESS) &&
    onChain.equals(said)
  );
}
