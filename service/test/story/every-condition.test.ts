// One market for each type of condition, from creation to payout, as `npm run demo` plays them.
// The demo compares every amount with what packages/domain computes from the bets alone, and the
// tests after them show that it notices a difference.
import { checkReport, plain } from '@tote/cli/demo/check-report';
import { chooseScenarios, SCENARIOS } from '@tote/cli/demo/demo-command';
import * as tell from '@tote/cli/demo/format-output';
import { play } from '@tote/cli/demo/play';
import type { DemoReport, PlayedMarket } from '@tote/cli/demo/played';
import { KINDS } from '@tote/conditions/kinds/index';
import { BETTORS } from '@tote/conditions/kinds/shared/scenario';
import { type Amount, amount, DECIMALS } from '@tote/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { replay } from '../keeper/facts/replay.ts';
import { useWorld } from '../support/use-world.ts';
import type { Answer } from '../support/world.ts';

const world = useWorld();
let report: DemoReport;
const printed: string[] = [];

beforeAll(async () => {
  report = await play({
    baseUrl: world.service.baseUrl,
    oracleApiKey: world.wallet('oracle').apiKey,
    scenarios: SCENARIOS,
    print: (text) => printed.push(text),
  });
});

const playedOf = (type: string) =>
  report.markets.find(({ scenario }) => scenario.type === type) as PlayedMarket;

test('there is a scenario for every type, with two bettors on each side', () => {
  for (const { type, demo } of KINDS) expect(demo, type).not.toEqual([]);
  const names = SCENARIOS.map(({ type }) => type);
  expect(new Set(names).size).toBe(names.length);
  for (const { bets } of SCENARIOS) {
    for (const side of ['Yes', 'No']) {
      const bettors = bets.filter(([, outcome]) => outcome === side).map(([who]) => who);
      expect(new Set(bettors).size).toBeGreaterThanOrEqual(2);
    }
  }
});

describe.each(SCENARIOS.map((scenario) => [scenario.type, scenario] as const))(
  '%s',
  (type, scenario) => {
    test('is printed with its sums', () => {
      const text = printed.join('\n');
      expect(text).toContain(`[${type}] ${playedOf(type).asked.question}`);
      expect(text).toMatch(new RegExp(`Z \\[${type}\\] ${scenario.outcome}`));
    });
  },
);

test('each measured market shows the value that decided it, on the side of its outcome', () => {
  const isSo = {
    gt: (value: number, asked: number) => value > asked,
    gte: (value: number, asked: number) => value >= asked,
    lt: (value: number, asked: number) => value < asked,
    lte: (value: number, asked: number) => value <= asked,
  };
  let compared = 0;
  for (const { scenario, asked, decidingValue, outcome } of report.markets) {
    const { threshold, comparator } = asked.condition ?? {};
    if (scenario.evidence) {
      expect(decidingValue).toBeNull();
    } else if (['feed-never', 'feed-change'].includes(scenario.type)) {
      expect(decidingValue).toMatch(/^it never happened, asked for [\d.]+ USD$/);
    } else if (scenario.type === 'price-ratio') {
      expect(decidingValue).toMatch(/^0\.\d+ ratio, asked for 1$/);
    } else if (scenario.type === 'token-ratio') {
      expect(decidingValue).toMatch(/^[1-9]\d*(\.\d+)? ratio, asked for 1$/);
    } else if (scenario.type === 'feed-range') {
      expect(decidingValue).toMatch(/^[12]\d\d(\.\d+)? USD, asked for 100 to 1000$/);
    } else if (scenario.type === 'feed-since') {
      expect(decidingValue).toMatch(/^[12]\d\d(\.\d+)? after [12]\d\d(\.\d+)? USD$/);
    } else if (scenario.type === 'market-cap-since') {
      expect(decidingValue).toMatch(/^\d+(\.\d+)? after \d+(\.\d+)? SOL$/);
    } else if (scenario.type === 'web-value') {
      expect(decidingValue).toMatch(/^the sources say 4(\.\d)?, 4(\.\d)?, 0$/);
    } else if (threshold === undefined) {
      expect(decidingValue).toBe(`the account says ${outcome === 'Yes' ? 'yes' : 'no'}`);
    } else {
      const [, value] = /^([\d.]+) .+, asked for [\d.]+$/.exec(decidingValue ?? '') ?? [];
      const isMet = isSo[comparator as keyof typeof isSo](Number(value), Number(threshold));
      expect(isMet, `${scenario.type}: ${decidingValue}`).toBe(outcome === 'Yes');
      compared += 1;
    }
  }
  expect(compared).toBe(10);
});

test('the burn shares of SOL are converted first in, first out, at a price the buyer accepts', () => {
  const inSol = report.markets.filter(({ scenario }) => scenario.currency === 'SOL');
  const lots = inSol.reduce((sum, { burned }) => sum + burned, 0n) / 100_000_000n;
  expect(lots).toBeGreaterThan(10n);
  let sold = lots * 100_000_000n;
  for (const [index, { burned, scenario }] of inSol.entries()) {
    sold -= burned;
    const conversion = report.conversions[index];
    expect(conversion?.type).toBe(scenario.type);
    if (sold < 0n) {
      expect(conversion?.burned).toBe(`${plain(burned, DECIMALS.SOL)} SOL`);
      continue;
    }
    const utility = Number(/^([\d.]+) UTILITY$/.exec(conversion?.burned ?? '')?.[1]);
    const limit = (Number(burned) / 1e9) * 10_000;
    expect(utility).toBeLessThanOrEqual(limit);
    expect(utility).toBeGreaterThan(limit / 2);
  }
});

describe('the demo', () => {
  test('reports that everything adds up', () => {
    expect(checkReport(report)).toEqual([]);
    const summary = tell.summary(report, DECIMALS);
    for (const { type } of SCENARIOS) expect(summary).toContain(type);
    for (const who of BETTORS) expect(summary).toContain(who);
  });

  test('detects a difference of one base unit', () => {
    const [first, ...others] = report.markets as [PlayedMarket, ...PlayedMarket[]];
    const [payee, ...rest] = first.payouts as [PlayedMarket['payouts'][number]];
    const tamper = (changes: Partial<PlayedMarket>) =>
      checkReport({ ...report, markets: [{ ...first, ...changes }, ...others] });
    const more = (value: Amount) => amount(value + 1n);
    expect(tamper({ burned: more(first.burned) })).not.toEqual([]);
    expect(tamper({ pools: { ...first.pools, yes: more(first.pools.yes) } })).not.toEqual([]);
    expect(tamper({ outcome: first.outcome === 'Yes' ? 'No' : 'Yes' })).not.toEqual([]);
    const overpaid = [{ ...payee, paid: more(payee.paid) }, ...rest];
    expect(tamper({ payouts: overpaid })).not.toEqual([]);
    const [someone, ...everyone] = report.bettors as [DemoReport['bettors'][number]];
    const richer = { ...someone, after: { ...someone.after, SOL: more(someone.after.SOL) } };
    expect(checkReport({ ...report, bettors: [richer, ...everyone] })).not.toEqual([]);
  });

  test('plays the requested types, and refuses unknown ones', () => {
    expect(chooseScenarios([])).toEqual(SCENARIOS);
    const chosen = chooseScenarios(['--only', 'supply', '--only', 'attested']);
    expect(chosen?.map(({ type }) => type).sort()).toEqual(['attested', 'supply']);
    for (const args of [['--only'], ['--only', 'weather'], ['supply'], ['--all', 'supply']]) {
      expect(chooseScenarios(args)).toBeUndefined();
    }
  });
});

// Attested questions: events, whose silence is No, and verdicts, whose silence is a refund.
const STATE = 'Will the sky be blue?';
const HOUR = 3_600;
const toIso = (ms: number) => new Date(ms).toISOString().replace('.000', '');

async function createMarket(fields: object = {}): Promise<string> {
  const id = await world.createMarket({ question: STATE, ...fields });
  await world.bet(id, 'alice', 'Yes', 1);
  await world.bet(id, 'bob', 'No', 1);
  return id;
}

const codeOf = ({ status, code }: Answer) => [status, code];

describe('a verdict', () => {
  test('says until when it can be given, and is refunded an hour later', async () => {
    const id = await createMarket();
    const { attestation, expireAt, refundAt, details } = await world.detail(id);
    const end = Date.parse(expireAt) + 24 * HOUR * 1_000;
    expect(attestation).toEqual({ silence: 'refund', endsAt: toIso(end) });
    expect(refundAt).toBe(toIso(end + HOUR * 1_000));
    expect(details).toContain('If it says nothing, all stakes are refunded.');
  });

  test.each(['Yes', 'No'])(
    '%s is given after the expiry, and resolves at once',
    async (outcome) => {
      const id = await createMarket();
      expect(codeOf(await world.attest(id, outcome))).toEqual([409, 'attestation_too_early']);
      expect(await world.detail(id)).toMatchObject({ status: 'open', bettingOpen: true });
      await world.advance(HOUR + 1);
      expect(await world.detail(id)).toMatchObject({ status: 'open', bettingOpen: false });
      const answer = await world.attest(id, outcome);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toMatchObject({ status: 'resolved', winningOutcome: outcome });
      // The same again is no error, another one is.
      expect((await world.attest(id, outcome)).status).toBe(200);
      const other = outcome === 'Yes' ? 'No' : 'Yes';
      expect(codeOf(await world.attest(id, other))).toEqual([409, 'attestation_given']);
      expect((await world.detail(id)).winningOutcome).toBe(outcome);
      expect(await replay(world, id)).toContain(outcome);
    },
  );

  test('cannot be made an event', async () => {
    const answer = await world.create({ question: STATE, attestation: { silence: 'no' } });
    expect(codeOf(answer)).toEqual([400, 'attestation_contradicts_question']);
    const preview = await world.create({ question: STATE }, '/markets/preview');
    expect(preview.body.attestation).toMatchObject({ silence: 'refund' });
  });
});

test('an event can be made a verdict', async () => {
  const question = 'Will it rain in Porto?';
  const id = await createMarket({ question, attestation: { silence: 'refund' } });
  expect((await world.detail(id)).attestation.silence).toBe('refund');
  await world.advance(HOUR + 1);
  expect((await world.attest(id, 'No')).body).toMatchObject({ winningOutcome: 'No' });
});
