import type {
  AccountSnapshot,
  HolderCount,
  Sample,
} from '@tote/conditions/oracles/account-snapshot';
import { TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { describe, expect, test } from 'vitest';
import { mintAccount, missingAccount, sampleOf } from './oracles/support/dumps.ts';
import { countedAt, sample, type World, windowAt } from './oracles/support/pool-world.ts';
import { CREATED, EXPIRY, evaluate, MINT, STRANGER, wordOf } from './support/hour.ts';

const price = { type: 'token_price', comparator: 'gte', threshold: '20', unit: 'USD' };
const cap = { type: 'market_cap', comparator: 'gte', threshold: '20000000', unit: 'USD' };
const decide = async (...asked: Parameters<typeof evaluate>) => wordOf(await evaluate(...asked));
const window = (...changes: World[]) => ({ samples: windowAt(EXPIRY, ...changes) });

describe('a token price at expiry', () => {
  test.each([
    ['gte', 'met'],
    ['gt', 'not_met'],
    ['lte', 'met'],
    ['lt', 'not_met'],
  ])('%s, exactly at the strike: %s', async (comparator, verdict) => {
    const result = await evaluate({ ...price, comparator }, window({}, {}, {}));
    expect(result).toMatchObject({ verdict, at: EXPIRY, value: '20' });
  });

  test('one lamport decides', async () => {
    const strike = { ...price, comparator: 'gt', threshold: '0.1', unit: 'SOL' };
    expect(await evaluate(strike, window({}, {}, {}))).toMatchObject({ verdict: 'not_met' });
    const below = { ...strike, threshold: '0.0999999999999999999999999999' };
    expect(await evaluate(below, window({}, {}, {}))).toMatchObject({ verdict: 'met' });
  });

  test('the median decides: a spike or a crash of one sample does not', async () => {
    const spike = { sol: 1_000n };
    const crash = { sol: 11n };
    expect(await evaluate(price, window({}, crash, {}))).toMatchObject({ verdict: 'met' });
    const low = { sol: 99n };
    expect(await evaluate(price, window(low, spike, low))).toMatchObject({
      verdict: 'not_met',
      value: '19.8',
    });
    // On a tie the value that says No.
    expect(await evaluate(price, window(low, {}, low, {}))).toMatchObject({ verdict: 'not_met' });
    const lte = { ...price, comparator: 'lte', threshold: '19.9' };
    expect(await evaluate(lte, window(low, {}, low, {}))).toMatchObject({ verdict: 'not_met' });
  });

  test('only samples of the window up to the expiry count', async () => {
    const inside = window({}, {}, {}).samples;
    const outside = [EXPIRY - 60, EXPIRY - 100, EXPIRY + 1, EXPIRY + 30].map((at) =>
      sample(at, { sol: 11n }),
    );
    const verdict = await evaluate(price, { samples: [...outside, ...inside] });
    expect(verdict).toMatchObject({ verdict: 'met' });
    expect(await decide(price, { samples: outside })).toBe('few_samples');
  });

  const faults: [string, string, World][] = [
    ['stale SOL price', 'stale', { solAge: 61 }],
    ['future-dated SOL price', 'future', { solAge: -11 }],
    ['SOL at zero', 'not_positive', { usdPerSol: 0n }],
    ['SOL negative', 'not_positive', { usdPerSol: -200n }],
    ['thin pool', 'thin', { sol: 9n }],
    ['drained pool', 'inactive', { sol: 0n }],
    ['pool of a wrong owner', 'missing', { poolOwner: STRANGER }],
    ['decimals changed', 'decimals_changed', { decimals: 9 }],
  ];
  const token = { mint: { program: TOKEN_PROGRAM, decimals: 6 } };

  test.each(faults)('%s: unknown', async (_name, code, change) => {
    for (const comparator of ['gte', 'gt', 'lte', 'lt']) {
      const evidence = window(change, change, change);
      expect(await decide({ ...price, comparator }, evidence, { token })).toBe(code);
    }
  });

  test.each(faults)(
    '%s in one sample of five changes nothing, in three it may',
    async (_name, code, change) => {
      expect(await decide(price, window({}, change, {}, {}, {}), { token })).toBe('met');
      expect(await decide(price, window({}, change, {}, change, {}, change), { token })).toBe(code);
    },
  );

  test('the window is open at its beginning and closed at its end', async () => {
    const low = { sol: 99n };
    const two = [sample(EXPIRY - 59), sample(EXPIRY)];
    const run = (at: number, change: World) =>
      evaluate({ ...price, samplesMin: 2 }, { samples: [...two, sample(at, change)] });
    // Two of three; a fourth would make it a tie.
    const three = [...two, sample(EXPIRY - 20, low)];
    const evidence = { samples: [...three, sample(EXPIRY - 60, low)] };
    expect(await evaluate(price, evidence)).toMatchObject({ verdict: 'met' });
    const inside = { samples: [...three, sample(EXPIRY - 58, low)] };
    expect(await evaluate(price, inside)).toMatchObject({ verdict: 'not_met' });
    expect(await run(EXPIRY + 1, low)).toMatchObject({ verdict: 'met' });
  });

  test('an unreadable sample that could change the median decides nothing', async () => {
    const low = { sol: 99n };
    const bad = { sol: 1n };
    expect(await evaluate(price, window({}, {}, low, bad))).toMatchObject({ code: 'thin' });
    expect(await evaluate(price, window(low, low, {}, bad))).toMatchObject({ verdict: 'not_met' });
    expect(await evaluate(price, window({}, {}, {}, bad))).toMatchObject({ verdict: 'met' });
    // Neither half of the window: the unreadable ones could make either side the larger one.
    for (const samples of [window(low, low, {}, bad, bad), window({}, {}, low, bad, bad)]) {
      expect(await evaluate(price, samples)).toMatchObject({ verdict: 'unknown', code: 'thin' });
    }
  });

  test('two sources that contradict each other about a slot count as none', async () => {
    const twins = [EXPIRY - 20, EXPIRY - 10, EXPIRY].flatMap((at) => [
      sample(at, {}, BigInt(at)),
      sample(at, { sol: 11n }, BigInt(at)),
    ]);
    expect(await decide(price, { samples: twins })).toBe('disagree');
  });

  test('the same sample twice is one', async () => {
    const twice = [sample(EXPIRY), sample(EXPIRY), sample(EXPIRY)];
    expect(await decide(price, { samples: twice })).toBe('few_samples');
  });

  test('a mint that verifiably does not exist meets nothing', async () => {
    for (const comparator of ['gte', 'lt']) {
      const gone = { hasMint: false };
      expect(await decide({ ...price, comparator }, window(gone, gone, gone))).toBe('not_met');
    }
  });

  test('no samples: unknown, and before the expiry not due', async () => {
    expect(await evaluate(price, { samples: [] })).toMatchObject({ code: 'few_samples' });
    expect(await decide(price, window({}, {}, {}), { now: EXPIRY - 1 })).toBe('not_due');
  });
});

describe('a token price any time before', () => {
  const trigger = { ...price, timing: 'any_time_before' };
  const every = (seconds: number, change: (at: number) => World) =>
    Array.from({ length: 3_600 / seconds }, (_, index) => {
      const at = CREATED + seconds * index;
      return sample(at, change(at));
    });
  const low = { sol: 99n };

  test('the median of a minute triggers, at the sample that makes it so', async () => {
    const samples = every(10, (at) => (at >= CREATED + 100 ? {} : low));
    const verdict = await evaluate(trigger, { samples }, { now: CREATED + 200 });
    // Six samples in a minute; from the fourth high one on they are more than half.
    expect(verdict).toMatchObject({ verdict: 'met', at: CREATED + 130, value: '20' });
  });

  test('a short spike does not', async () => {
    const samples = every(10, (at) =>
      at === CREATED + 100 || at === CREATED + 110 ? { sol: 5_000n } : low,
    );
    expect(await evaluate(trigger, { samples })).toMatchObject({ verdict: 'not_met' });
  });

  test('a sample of the expiry itself comes too late', async () => {
    const samples = every(10, (at) => (at >= EXPIRY - 30 ? {} : low));
    const last = sample(EXPIRY);
    const verdict = await evaluate(trigger, { samples: [...samples, last] });
    expect(verdict).toMatchObject({ verdict: 'not_met' });
    const earlier = every(10, (at) => (at >= EXPIRY - 40 ? {} : low));
    expect(await evaluate(trigger, { samples: earlier })).toMatchObject({ verdict: 'met' });
  });

  test('unreadable samples are a gap', async () => {
    const samples = every(10, (at) =>
      at > CREATED + 1_000 && at < CREATED + 2_000 ? { sol: 1n } : low,
    );
    expect(await evaluate(trigger, { samples })).toMatchObject({ verdict: 'unknown', code: 'gap' });
  });
});

test('a market capitalisation is the price times the whole supply, of the same slot', async () => {
  // 1,000,000 tokens at $20
  expect(await evaluate(cap, window({}, {}, {}))).toMatchObject({
    verdict: 'met',
    value: '20000000',
  });
  const above = { ...cap, comparator: 'gt' };
  expect(await evaluate(above, window({}, {}, {}))).toMatchObject({ verdict: 'not_met' });
  const burned = { supply: 10n ** 12n - 1n };
  expect(await decide(cap, window(burned, burned, burned))).toBe('not_met');
});

describe('holders', () => {
  const holders = {
    type: 'holder_count',
    comparator: 'gte',
    threshold: '1000',
    minimumBalance: '1.5',
  };
  const counted = (at: number, count: bigint, change: Partial<HolderCount> = {}) =>
    countedAt(at, count, { minimumBaseUnits: 1_500_000n, ...change });

  test('the first count at or after the expiry decides', async () => {
    const samples = [
      counted(EXPIRY - 1, 5_000n),
      counted(EXPIRY + 30, 5_000n),
      counted(EXPIRY + 20, 999n),
      counted(EXPIRY + 10, 5_000n, { isComplete: false }),
    ];
    const verdict = await evaluate(holders, { samples });
    expect(verdict).toMatchObject({ verdict: 'not_met', at: EXPIRY + 20, value: '999' });
    expect(await decide(holders, { samples: [counted(EXPIRY, 1_000n)] })).toBe('met');
  });

  test.each([
    ['incomplete', 'incomplete', { isComplete: false }],
    ['of another mint', 'missing', { mint: STRANGER }],
    ['with another minimum', 'decimals_changed', { minimumBaseUnits: 1n }],
  ])('a count that is %s says nothing', async (_name, code, change) => {
    expect(await decide(holders, { samples: [counted(EXPIRY, 5_000n, change)] })).toBe(code);
  });

  test('a late count and a missing count decide nothing', async () => {
    expect(await decide(holders, { samples: [counted(EXPIRY + 121, 5_000n)] })).toBe('missing');
    expect(await decide(holders, { samples: [sampleOf(EXPIRY, [mintAccount(MINT)])] })).toBe(
      'missing',
    );
  });
});

describe('supply', () => {
  const supply = { type: 'token_supply', comparator: 'lt', threshold: '1000000' };
  const token = { mint: { program: TOKEN_PROGRAM, decimals: 6 } };
  const seen = (at: number, account: AccountSnapshot) => sampleOf(at, [account]);
  const burned = mintAccount(MINT, { supply: 10n ** 12n - 1n });

  test.each([
    ['as a fact', token],
    ['by the oracle', {}],
  ])('%s', async (_name, hints) => {
    const run = (samples: Sample[]) => evaluate(supply, { samples }, { token: hints });
    expect(await run([seen(EXPIRY, burned)])).toMatchObject({ verdict: 'met' });
    const whole = mintAccount(MINT, { supply: 10n ** 12n });
    expect(await run([seen(EXPIRY, whole)])).toMatchObject({ verdict: 'not_met' });
    expect(await run([seen(EXPIRY, missingAccount(MINT))])).toMatchObject({ verdict: 'not_met' });
    expect(await run([seen(EXPIRY + 121, burned)])).toMatchObject({ verdict: 'unknown' });
    expect(wordOf(await run([seen(EXPIRY, { ...burned, owner: STRANGER })]))).toBe('wrong_owner');
    expect(await run([])).toMatchObject({ verdict: 'unknown', code: 'missing' });
    // The first of two observations decides.
    const both = [seen(EXPIRY + 2, whole), seen(EXPIRY + 1, burned)];
    expect(await run(both)).toMatchObject({ verdict: 'met' });
  });

  test('decimals that changed make the fact invalid', async () => {
    const samples = [seen(EXPIRY, mintAccount(MINT, { supply: 1n, decimals: 9 }))];
    expect(await decide(supply, { samples }, { token })).toBe('invalid');
  });
});

describe('liquidity that was withdrawn after the creation', () => {
  // 100 SOL against 1,000 tokens: the root of 100 x 10^9 x 1,000 x 10^6 base units.
  const created = 10n ** 10n;
  const evaluateWith = (liquidity: bigint, ...changes: World[]) =>
    evaluate(price, window(...changes), { token: { liquidity: String(liquidity) } });

  test('half of it still decides, and less is missing data', async () => {
    expect(await evaluateWith(2n * created, {}, {}, {})).toMatchObject({ verdict: 'met' });
    expect(await evaluateWith(2n * created + 1n, {}, {}, {})).toMatchObject({
      ...{ verdict: 'unknown', code: 'thin' },
      reason: 'over half of the liquidity was withdrawn after the creation',
    });
  });

  test('a price that falls by trading decides, however little SOL is left', async () => {
    const sold = window({ sol: 20n }, { sol: 20n }, { sol: 20n });
    // What 20 SOL and 1,000 tokens were at a higher price: 80 SOL against 250 tokens.
    const liquidity = String(10n ** 9n * BigInt(Math.floor(Math.sqrt(20))));
    const token = { liquidity };
    expect(await evaluate(price, sold, { token })).toMatchObject({ verdict: 'not_met' });
  });

  test('what a request says about it does not count, what the chain says does', async () => {
    const structured = { ...price, liquidity: '1' };
    const token = { liquidity: String(3n * created) };
    expect(await evaluate(structured, window({}, {}, {}), { token })).toMatchObject({
      verdict: 'unknown',
    });
  });
});
