import { Serial } from '@tote/chain/lib/serial';
import { decidedBy, isDecidedHere } from '@tote/conditions/decided-by';
import { asWeb } from '@tote/conditions/evaluate';
import { firstRoundAt } from '@tote/conditions/web/web-condition';
import { DomainError, type UnixSeconds } from '@tote/domain';
import { createSandboxWallet } from '../accounts/create-sandbox-wallet.ts';
import { prepareAccount } from '../accounts/prepare-account.ts';
import { useFaucet } from '../accounts/use-faucet.ts';
import type { Caller } from '../auth/caller.ts';
import { BetPlacer, placeSignedBet } from '../bets/place-bet.ts';
import { prepareBet } from '../bets/prepare-bet.ts';
import { advanceClock } from '../embedded/advance-clock.ts';
import type { Buyer } from '../embedded/buyer.ts';
import type { Keeper } from '../keeper/keeper.ts';
import { findSale } from '../keeper/tasks/fill-buyback.ts';
import { findRoundAt } from '../keeper/tasks/open-rounds.ts';
import { attest } from '../markets/attest.ts';
import { createMarket, createSignedMarket } from '../markets/create-market.ts';
import type { DisabledOracles } from '../markets/disabled-oracles.ts';
import { prepareMarket } from '../markets/prepare-market.ts';
import { prepareVeto } from '../markets/prepare-veto.ts';
import { previewMarket } from '../markets/preview-market.ts';
import type { Queries } from '../queries/create-queries.ts';
import { createSeries } from '../series/create-series.ts';
import { stopSeries } from '../series/stop-series.ts';
import type { ServiceKeys } from '../settings/keys.ts';
import type { KeeperReads } from '../store/projection/list-due-markets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { submitTransaction } from '../submissions/submit-transaction.ts';
import { createAccessCommands, within } from './compose-access.ts';
import type { Betting } from './compose-betting.ts';
import type { Base } from './open-base.ts';

interface CommandParts {
  readonly betting: Betting;
  readonly keeper: Keeper;
  readonly disabledOracles: DisabledOracles;
  readonly buyer: Buyer | undefined;
  readonly reads: KeeperReads;
  readonly findMarket: Queries['findMarket'];
}

/** What changes something. Each runs once per Idempotency-Key. */
export type Commands = ReturnType<typeof createCommands>;

type Rest<F> = F extends (context: never, ...rest: infer R) => unknown ? R : never;

export function createCommands(base: Base, parts: CommandParts) {
  const { settings, platform, demoWorld, demoSeries, priceUpdates, relayers, wallMs } = base;
  const { betting, keeper, disabledOracles, buyer, reads, findMarket } = parts;
  const { chain, keys, embeddedKeys, localnet } = platform;
  const { indexer, context, groups, hidden } = betting;
  const series = { ...context, book: base.book, demo: demoSeries };
  const getMarket = async (marketId: string) => {
    const market = await findMarket(marketId);
    if (!market) throw new DomainError('market_not_found', { marketId });
    return market;
  };
  const placer = new BetPlacer(context, groups);
  const attesting = { ...context, indexer, findMarket };
  // Read for each call, because the Config may name another key meanwhile.
  const asOperator = <K extends ServiceKeys>(all: K) => ({ ...all, relayer: relayers.operator });
  const decidedByOf = (market: MarketView) => decidedBy(market, keys.oracle.address);
  const clockMoves = new Serial();
  const newWallets = new Serial();
  const clock = {
    ...{ chain, reads, wallMs, demoSeries },
    moveClock: localnet && ((seconds: number) => localnet.sandbox.advanceClock(seconds)),
    ...(demoWorld && {
      moveWorld: () => demoWorld.update(),
      findNextEvent: (now: UnixSeconds) => demoWorld.findNextEvent(now),
    }),
    ...(buyer && { findSaleAt: async () => (await findSale({ chain }, buyer))?.at }),
    ...(settings.hasKeeper && { findRoundAt: () => findRoundAt(series) }),
    ...(settings.hasKeeper && { sampler: keeper.sampler, webPoller: keeper.webPoller }),
    wakeKeeper: () => keeper.wake(),
    isDecidedHere: (market: MarketView) =>
      !isDelayed(market, chain.clock.now()) &&
      isDecidedHere(decidedByOf(market), (feedId) => priceUpdates.covers(feedId)),
    isStuck: async (market: MarketView) =>
      (['samples', 'web'].includes(decidedByOf(market).by) &&
        (await keeper.findResolutionStatus(market.id))?.nextTryAt != null) ||
      (await disabledOracles.mark(market)).isOracleDisabled === true,
  };
  return {
    createMarket: within(context, createMarket),
    createSignedMarket: within(context, createSignedMarket),
    createSeries: within(series, createSeries),
    stopSeries: within(series, stopSeries),
    previewMarket: within(context, previewMarket),
    placeBet: (...bet: Parameters<BetPlacer['place']>) => placer.place(...bet),
    placeSignedBet: within(context, placeSignedBet),
    prepareBet: within(context, prepareBet),
    prepareVeto: within(context, prepareVeto),
    prepareMarket: within(context, prepareMarket),
    prepareAccount: within(context, prepareAccount),
    submitTransaction: within(context, submitTransaction),
    ...createAccessCommands(base, findMarket),
    hideMarket: async (caller: Caller, marketId: string, reason: string) =>
      hidden.hide(caller, await getMarket(marketId), reason),
    unhideMarket: async (marketId: string) => hidden.unhide(await getMarket(marketId)),
    attest: (...args: Rest<typeof attest>) =>
      attest({ ...attesting, keys: asOperator(keys) }, ...args),
    async useFaucet(...args: Rest<typeof useFaucet>) {
      if (!embeddedKeys) throw new DomainError('route_not_found');
      return useFaucet({ ...context, keys: asOperator(embeddedKeys) }, ...args);
    },
    async createSandboxWallet(address: string) {
      if (!embeddedKeys) throw new DomainError('sandbox_required');
      const funding = { ...context, keys: asOperator(embeddedKeys) };
      return newWallets.run(() => createSandboxWallet(funding, address));
    },
    /** For the service itself, also without the sandbox. */
    moveClock: (seconds: number) => clockMoves.run(() => advanceClock(clock, seconds)),
    advanceClock: (seconds: number) =>
      clockMoves.run(async () => {
        if (!settings.isSandbox) throw new DomainError('sandbox_required');
        const now = await advanceClock(clock, seconds);
        // Not at each stop: with every birth there are more stops.
        await demoWorld?.step();
        return now;
      }),
  };
}

function isDelayed({ parsedCondition, expiresAt }: MarketView, now: UnixSeconds): boolean {
  const web = asWeb(parsedCondition);
  return web !== undefined && now >= expiresAt && now < firstRoundAt(web, expiresAt);
}
