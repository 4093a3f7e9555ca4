// Only the chain behind Fastify: bets are batched, signed, executed and durable as in the service,
// without credentials, journal, projection or feed. This is an upper bound for the service's rate.
import { placeBetsUnits } from '@tote/chain/compute-units';
import {
  type GroupBet,
  type PlaceBetsMarket,
  PlaceBetsTemplate,
} from '@tote/chain/place-bets-template';
import { openPlatform } from '../../service/src/embedded/platform.ts';
import { startService } from '../../service/src/service.ts';
import { readConfig } from '../../service/src/settings/config.ts';
import { answer, app, body, listen } from './bare-server.ts';
import { createBenchMarket, openBenchWallets } from './set-up.ts';

const STAKE = 1_000_000n;
/** The same limits as in the service. */
const FULL_BETS = 16;
const GROUPS_MAX = 4;

const config = readConfig({ ...process.env, TOTE_PORT: '0', TOTE_RPC_PORT: '0' }, process.cwd());
const { market, wallets } = await prepare(Number(process.env.BENCH_WALLETS));
const { chain, keys } = await openPlatform(config, () => Date.now());
const bettors = await Promise.all(wallets.map(readBettor));
const template = new PlaceBetsTemplate({
  programAddress: chain.programAddress,
  config: chain.addresses.config,
  delegate: keys.relayer.address,
  isLarge: chain.takesVersion1,
});
const placeBetsMarket: PlaceBetsMarket = { market, currency: 0, isGated: true };

type Bettor = Awaited<ReturnType<typeof readBettor>>;

interface Waiting {
  readonly bettor: Bettor;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

let waiting: Waiting[] = [];
let inFlight = 0;
let isScheduled = false;

/** Creates the accounts with the service, which is then stopped. */
async function prepare(count: number) {
  const service = await startService(config);
  const opened = await openBenchWallets(service.baseUrl, count);
  const id = await createBenchMarket(service.baseUrl, opened[0]?.apiKey ?? '');
  await service.close();
  const addresses = opened.map(({ key }) => key.address);
  return { market: id.replace('market_', '') as GroupBet['bettor'], wallets: addresses };
}

async function readBettor(wallet: GroupBet['bettor']) {
  const bettor = await chain.accounts.findBettor(wallet);
  if (!bettor) throw new Error(`${wallet} has no Bettor`);
  const { address, epoch, slotCount, highestBetId } = bettor;
  return { address, epoch, slotCount, nextId: Number(highestBetId) + 1 };
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    const mayStart = () => inFlight === 0 || (waiting.length >= FULL_BETS && inFlight < GROUPS_MAX);
    while (waiting.length > 0 && mayStart()) void land(takeGroup());
  });
}

function takeGroup(): Waiting[] {
  const group: Waiting[] = [];
  const space = template.emptySpace();
  for (const one of waiting) {
    if (!space.tryAdd(placeBetsMarket, one.bettor.address)) break;
    group.push(one);
  }
  waiting = waiting.slice(group.length);
  return group;
}

async function land(group: readonly Waiting[]): Promise<void> {
  inFlight += 1;
  try {
    const bets = group.map(({ bettor }): GroupBet => {
      const { address, epoch } = bettor;
      const betId = bettor.nextId++;
      return { bettor: address, outcome: 1, amount: STAKE, epoch, betId, slot: 0 };
    });
    const units = placeBetsUnits(group.map(({ bettor }) => bettor.slotCount));
    const markets = [{ ...placeBetsMarket, bets }];
    const signed = template.sign(markets, await chain.blockhashes.latest(), keys.relayer, {
      units,
    });
    const landing = await chain.lander.land(signed);
    if (landing.kind !== 'landed' || landing.landed.error) throw new Error(landing.kind);
    for (const { resolve } of group) resolve(answer);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
  inFlight -= 1;
  schedule();
}

app.post('/bets', { schema: { body } }, ({ headers }) => {
  const bettor = bettors[Number(headers.authorization)] as Bettor;
  return new Promise((resolve, reject) => {
    waiting.push({ bettor, resolve, reject });
    schedule();
  });
});
await listen();
