// Runs all scenarios concurrently against a running service, and prints what happens. It uses only
// the public API and the sandbox's clock.

import { pollUntil } from '@tote/chain/lib/poll-until';
import {
  BETTORS,
  type BettorName,
  type DemoSubjects,
  type Scenario,
} from '@tote/conditions/kinds/shared/scenario';
import { type Currency, parseAmount, perCurrency } from '@tote/domain';
import { createTote, type Market, type Tote } from '@tote/sdk';
import { askForPrice, chooseThreshold } from './choose-threshold.ts';
import { endMarket } from './end-market.ts';
import * as output from './format-output.ts';
import { openNewWallet } from './new-wallet.ts';
import { openMarket } from './open-market.ts';
import type { DemoReport, OpenMarket, PlayedMarket } from './played.ts';

const FUNDS = { SOL: '30', UTILITY: '1000' };
/** The oracle attests some minutes after the bets. */
const ATTESTED_AFTER_SECONDS = 300;
/** Long enough for the buyback to sell the markets' fees, one lot per minute. */
const BUYBACK_SECONDS = 1_800;
/** A token is born every ten minutes, as long as there is room. */
const BIRTH_SECONDS = 600;
const BIRTHS_AWAITED = 8;
/** Until the last market that needs a token on its curve has ended. */
const SOLD_SECONDS = 20 * 60;
/** Half a minute in total. */
const POLLS = { everyMs: 50, reads: 600 };

export interface PlayOptions {
  readonly baseUrl: string;
  /** Attests; undefined if no scenario needs it. */
  readonly oracleApiKey: string | undefined;
  readonly scenarios: readonly Scenario[];
  print(text: string): void;
}

type Bettors = Readonly<Record<BettorName, Tote>>;

export async function play(options: PlayOptions): Promise<DemoReport> {
  const { baseUrl: url, scenarios, print, oracleApiKey } = options;
  const oracle = createTote({ url, ...(oracleApiKey && { credential: { apiKey: oracleApiKey } }) });
  const { decimals } = await oracle.getConfig();
  const opened = await Promise.all(BETTORS.map(() => openNewWallet(url, FUNDS)));
  const bettors = Object.fromEntries(
    BETTORS.map((who, index) => [who, opened[index]?.tote]),
  ) as Bettors;
  const before = await readBalances(bettors, decimals);
  print(output.bettors(before, decimals));

  const subjects = await findSubjects(bettors.ana);
  const markets = await Promise.all(
    scenarios.map((scenario) =>
      openMarket({ scenario, subjects, bettors, decimals: decimals[scenario.currency] }),
    ),
  );
  for (const market of markets) print(output.opened(market));

  const played = await playToTheEnd({ markets, subjects, bettors, oracle, print });
  const conversions = await convertFees(played, bettors);
  const after = await readBalances(bettors, decimals);
  const all = BETTORS.map((who) => ({ who, before: before[who], after: after[who] }));
  const reserves = await readReserves(oracle, decimals);
  return { markets: played, bettors: all, conversions, reserves };
}

/** The clock moves on until a token was born that will be sold for long enough. */
async function findSubjects(ana: Tote): Promise<DemoSubjects> {
  for (let tries = 0; tries < BIRTHS_AWAITED; tries += 1) {
    const { demo, now: at } = await ana.getConfig();
    const now = Date.parse(at) / 1000;
    const tokens = (demo?.tokens ?? []).map(({ curveCompletesAt, migratesAt, ...token }) => ({
      ...token,
      curveCompletesAt: Date.parse(curveCompletesAt) / 1000,
      migratesAt: Date.parse(migratesAt) / 1000,
    }));
    const OAK = tokens.find(({ symbol }) => symbol === 'OAK');
    const young = tokens.find(({ curveCompletesAt }) => curveCompletesAt >= now + SOLD_SECONDS);
    if (OAK && young) return toSubjects({ OAK, young }, now, demo?.webSources ?? []);
    await ana.advanceClock({ advanceSeconds: BIRTH_SECONDS });
  }
  throw new Error('There is no new token: each demo token already has an open market.');
}

function toSubjects(
  tokens: DemoSubjects['tokens'],
  now: number,
  webSources: DemoSubjects['webSources'],
): DemoSubjects {
  return {
    ...{ now, tokens, webSources },
    reachedBy(symbol, until) {
      const reached = chooseThreshold(symbol, now, until);
      return { question: askForPrice(symbol, reached), ...reached };
    },
  };
}

async function playToTheEnd(stage: {
  readonly markets: readonly OpenMarket[];
  readonly subjects: DemoSubjects;
  readonly bettors: Bettors;
  readonly oracle: Tote;
  print(text: string): void;
}): Promise<PlayedMarket[]> {
  const { markets, subjects, bettors, oracle, print } = stage;
  const attestedAt = subjects.now + ATTESTED_AFTER_SECONDS;
  const moments = new Set([attestedAt]);
  for (const { asked } of markets) moments.add(asked.expiresAt).add(asked.endsAt ?? attestedAt);
  const open = new Map(markets.map((market) => [market.id, market]));
  const played: PlayedMarket[] = [];
  for (const moment of [...moments].sort((a, b) => a - b)) {
    if (open.size === 0) break;
    await moveTo(bettors.ana, moment);
    if (moment === attestedAt) await attestAll(oracle, [...open.values()]);
    for (const market of open.values()) {
      const isDue = isEarly(market, moment);
      if (!(await hasEnded(bettors.ana, market.id, isDue))) continue;
      open.delete(market.id);
      const ended = await endMarket(market, bettors);
      print(output.ended(ended));
      played.push(ended);
    }
  }
  return played;
}

function isEarly({ scenario, asked }: OpenMarket, moment: number): boolean {
  return scenario.evidence !== undefined || moment >= (asked.endsAt ?? asked.expiresAt);
}

async function attestAll(oracle: Tote, markets: readonly OpenMarket[]): Promise<void> {
  for (const { id: marketId, scenario } of markets) {
    const { evidence } = scenario;
    if (evidence !== undefined) await oracle.attest({ marketId, outcome: 'Yes', evidence });
  }
}

async function moveTo(ana: Tote, moment: number): Promise<void> {
  const { now } = await ana.getConfig();
  const seconds = moment - Date.parse(now) / 1000;
  if (seconds > 0) await ana.advanceClock({ advanceSeconds: seconds });
}

async function hasEnded(ana: Tote, marketId: string, isDue: boolean): Promise<boolean> {
  const isResolved = ({ status }: Market) => status === 'resolved';
  const reads = isDue ? POLLS : { reads: 1 };
  const market = await pollUntil(() => ana.getMarket({ marketId }), isResolved, reads);
  if (isResolved(market) || !isDue) return isResolved(market);
  throw new Error(`${marketId} does not end: ${JSON.stringify(market)}`);
}

/** Advances the clock while the buyback converts the burn share of SOL to UTILITY. */
async function convertFees(played: readonly PlayedMarket[], { ana }: Bettors) {
  const inSol = played.filter(({ scenario }) => scenario.currency === 'SOL');
  if (inSol.length > 0) await ana.advanceClock({ advanceSeconds: BUYBACK_SECONDS });
  return Promise.all(
    inSol.map(async ({ id: marketId, scenario }) => {
      const { feesCollected } = await ana.getMarket({ marketId });
      const { burnedUtility, burned = '' } = feesCollected ?? {};
      return { type: scenario.type, burned: burnedUtility ?? burned };
    }),
  );
}

type Decimals = Readonly<Record<Currency, number>>;

async function readBalances(bettors: Bettors, decimals: Decimals) {
  const entries = BETTORS.map(async (who) => {
    const { balances } = await bettors[who].getAccount();
    return [who, perCurrency((currency) => parseAmount(balances[currency], decimals[currency]))];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function readReserves(tote: Tote, decimals: Decimals): Promise<DemoReport['reserves']> {
  const reserves = await tote.getReserves();
  return perCurrency((currency) => {
    const { vault, owed, balances, pools, fees } = reserves[currency];
    const units = (text: string) => parseAmount(text, decimals[currency]);
    return {
      ...{ vault: units(vault), owed: units(owed), balances: units(balances) },
      ...{ pools: units(pools), fees: units(fees) },
    };
  });
}
