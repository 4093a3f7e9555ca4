// Runs all scenarios concurrently against a running service, and prints what happens. It uses only
// the public API and the sandbox's clock.

import { pollUntil } from '@tote/chain/lib/poll-until';
import {
  BETTORS,
  type BettorName,
  type DemoSubjects,
  type Scenario,
} from '@tote/conditions/kinds/shared/scenario';
import { type Amount, CURRENCIES, type Currency } from '@tote/domain';
import { Api, type Json, unitsOf } from './api.ts';
import type { ApiKeys, Wallets } from './bettors.ts';
import { askForPrice, chooseThreshold } from './choose-threshold.ts';
import { endMarket } from './end-market.ts';
import * as output from './format-output.ts';
import { type NewWallet, openNewWallet } from './new-wallet.ts';
import { openMarket } from './open-market.ts';
import type { Balances, DemoReport, OpenMarket, PlayedMarket, PlayedReserves } from './played.ts';

const FUNDS = { SOL: '30', UTILITY: '1000' };
/** The oracle attests some minutes after the bets. */
const ATTESTED_AFTER_SECONDS = 300;
/** Long enough for the buyback to sell the markets' fees, one lot per minute. */
const BUYBACK_SECONDS = 1_800;
/** Half a minute in total. */
const POLLS = { everyMs: 50, reads: 600 };

export interface PlayOptions {
  readonly baseUrl: string;
  readonly oracleApiKey: string;
  readonly scenarios: readonly Scenario[];
  print(text: string): void;
  wallNow(): Date;
}

export async function play(options: PlayOptions): Promise<DemoReport> {
  const { scenarios, print, oracleApiKey } = options;
  const api = new Api(options.baseUrl);
  const config = await api.get('/config');
  const wallets = await openWallets(options);
  const apiKeys = mapBettors((who) => wallets[who].apiKey);
  const before = await readBalances(api, apiKeys, config.decimals);
  print(output.bettors(before, config.decimals));

  const subjects = readSubjects(config);
  const markets = await Promise.all(
    scenarios.map((scenario) => openMarket(api, { scenario, subjects, wallets })),
  );
  for (const market of markets) print(output.opened(market));

  const played = await playToTheEnd(api, { markets, subjects, apiKeys, oracleApiKey, print });
  const conversions = await convertFees(api, played, apiKeys);
  const after = await readBalances(api, apiKeys, config.decimals);
  const bettors = BETTORS.map((who) => ({ who, before: before[who], after: after[who] }));
  const reserves = await readReserves(api, config.decimals);
  return { markets: played, bettors, conversions, reserves };
}

async function openWallets({ baseUrl, wallNow }: PlayOptions): Promise<Wallets> {
  const opened = await Promise.all(BETTORS.map(() => openNewWallet(baseUrl, FUNDS, wallNow)));
  return mapBettors((_who, index) => opened[index] as NewWallet);
}

function mapBettors<T>(of: (who: BettorName, index: number) => T): Record<BettorName, T> {
  return Object.fromEntries(BETTORS.map((who, index) => [who, of(who, index)])) as never;
}

function readSubjects(config: Json): DemoSubjects {
  const tokens = config.demo.tokens.map(
    ({ symbol, curveCompletesAt, migratesAt, ...token }: Json) => [
      symbol,
      {
        ...token,
        curveCompletesAt: Date.parse(curveCompletesAt) / 1000,
        migratesAt: Date.parse(migratesAt) / 1000,
      },
    ],
  );
  const now = Date.parse(config.now) / 1000;
  return {
    now,
    tokens: Object.fromEntries(tokens) as DemoSubjects['tokens'],
    webSources: config.demo.webSources,
    reachedBy(symbol, until) {
      const reached = chooseThreshold(symbol, now, until);
      return { question: askForPrice(symbol, reached), ...reached };
    },
  };
}

interface Stage {
  readonly markets: readonly OpenMarket[];
  readonly subjects: DemoSubjects;
  readonly apiKeys: ApiKeys;
  readonly oracleApiKey: string;
  print(text: string): void;
}

/** Moves the clock from event to event. Markets that have ended are paid and printed. */
async function playToTheEnd(api: Api, stage: Stage): Promise<PlayedMarket[]> {
  const { markets, subjects, apiKeys, oracleApiKey, print } = stage;
  const attestedAt = subjects.now + ATTESTED_AFTER_SECONDS;
  const moments = new Set([attestedAt]);
  for (const { asked } of markets) moments.add(asked.expiresAt).add(asked.endsAt ?? attestedAt);
  const open = new Map(markets.map((market) => [market.id, market]));
  const played: PlayedMarket[] = [];
  for (const moment of [...moments].sort((a, b) => a - b)) {
    if (open.size === 0) break;
    await moveTo(api, moment, apiKeys);
    if (moment === attestedAt) await attestAll(api, [...open.values()], oracleApiKey);
    for (const market of open.values()) {
      const isDue = isEarly(market, moment);
      if (!(await hasEnded(api, market.id, isDue))) continue;
      open.delete(market.id);
      const ended = await endMarket(api, { market, apiKeys });
      print(output.ended(ended));
      played.push(ended);
    }
  }
  return played;
}

/** Markets that end before their expiry, at a known time. */
function isEarly({ scenario, asked }: OpenMarket, moment: number): boolean {
  return scenario.evidence !== undefined || moment >= (asked.endsAt ?? asked.expiresAt);
}

async function attestAll(
  api: Api,
  markets: readonly OpenMarket[],
  oracleApiKey: string,
): Promise<void> {
  for (const { id, scenario } of markets) {
    const { evidence } = scenario;
    if (evidence === undefined) continue;
    await api.post(`/markets/${id}/attestations`, { outcome: 'Yes', evidence }, oracleApiKey);
  }
}

async function moveTo(api: Api, moment: number, { ana }: ApiKeys): Promise<void> {
  const { now } = await api.get('/config');
  const seconds = moment - Date.parse(now) / 1000;
  if (seconds > 0) await api.post('/sandbox/clock', { advanceSeconds: seconds }, ana);
}

async function hasEnded(api: Api, id: string, isDue: boolean): Promise<boolean> {
  const isResolved = ({ status }: Json) => status === 'resolved';
  const reads = isDue ? POLLS : { reads: 1 };
  const market = await pollUntil(() => api.get(`/markets/${id}`), isResolved, reads);
  if (isResolved(market) || !isDue) return isResolved(market);
  throw new Error(`${id} does not end: ${JSON.stringify(market)}`);
}

/** Advances the clock while the buyback converts the burn share of SOL to UTILITY. */
async function convertFees(
  api: Api,
  played: readonly PlayedMarket[],
  { ana }: ApiKeys,
): Promise<DemoReport['conversions']> {
  const inSol = played.filter(({ scenario }) => scenario.currency === 'SOL');
  const waited = { advanceSeconds: BUYBACK_SECONDS };
  if (inSol.length > 0) await api.post('/sandbox/clock', waited, ana);
  return Promise.all(
    inSol.map(async ({ id, scenario }) => {
      const { feesCollected } = await api.get(`/markets/${id}`);
      return { type: scenario.type, burned: feesCollected.burned };
    }),
  );
}

type Decimals = Readonly<Record<Currency, number>>;

async function readBalances(
  api: Api,
  apiKeys: ApiKeys,
  decimals: Decimals,
): Promise<Record<BettorName, Balances>> {
  const entries = BETTORS.map(async (who) => {
    const { balances } = await api.get('/account', apiKeys[who]);
    return [who, perCurrency((currency) => unitsOf(balances[currency], decimals[currency]))];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function readReserves(api: Api, decimals: Decimals): Promise<DemoReport['reserves']> {
  const reserves = await api.get('/reserves');
  return perCurrency((currency): PlayedReserves => {
    const units = (field: string): Amount => unitsOf(reserves[currency][field], decimals[currency]);
    return {
      vault: units('vault'),
      owed: units('owed'),
      balances: units('balances'),
      pools: units('pools'),
      fees: units('fees'),
    };
  });
}

function perCurrency<T>(of: (currency: Currency) => T): Record<Currency, T> {
  return Object.fromEntries(CURRENCIES.map((each) => [each, of(each)])) as Record<Currency, T>;
}
