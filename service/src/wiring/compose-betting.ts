// Wires the write path of bets and the indexer. Each records in the SQL transaction of the other.
import { LIMITS } from '@tote/domain';
import { FAUCET_HANDLER } from '../accounts/use-faucet.ts';
import { BetGroups } from '../bets/bet-groups.ts';
import { BettorCache } from '../bets/bettor-cache.ts';
import { createIndexer } from '../indexer/indexer.ts';
import { ReadBarrier } from '../indexer/read-barrier.ts';
import type { MarketContext } from '../markets/context.ts';
import type { DisabledOracles } from '../markets/disabled-oracles.ts';
import { HiddenMarkets } from '../markets/hidden-markets.ts';
import { MarketHandler } from '../markets/submission/handler.ts';
import { findBet } from '../queries/list-bets.ts';
import { findMarket } from '../store/projection/market-cache.ts';
import { type CheckGate, createGate, gateSamples } from '../submissions/check-gate.ts';
import { createStakesCheck } from '../submissions/check-stakes.ts';
import { PriorityFees } from '../submissions/priority-fees.ts';
import { SubmissionRecorder } from '../submissions/recorder.ts';
import { Recovery } from '../submissions/recover.ts';
import { requireOperator } from '../submissions/relayers.ts';
import { SubmissionRunner } from '../submissions/runner.ts';
import { WalletHandler } from '../submissions/wallet/handler.ts';
import { createCrashPoints } from '../telemetry/crash-points.ts';
import type { Base } from './open-base.ts';

export type Betting = ReturnType<typeof createBetting>;

export function createBetting(base: Base, disabledOracles: DisabledOracles) {
  const { settings, config, platform, priceUpdates, web, store, relayers, wallMs, log } = base;
  const { chain } = platform;
  const crash = createCrashPoints(base.crashAt);
  const recorder = new SubmissionRecorder(crash);
  const samples = gateSamples(chain, store);
  const checkCondition = createGate(chain, web, samples);
  // Runs before a bet in a gated market is signed.
  const checkGate: CheckGate = (market) => {
    requireOperator(config);
    return checkCondition(market);
  };
  const refreshConfig = () => base.followed.live.refresh().catch(() => undefined);
  const isCluster = platform.localnet === undefined;
  // The embedded chain has nearly only our own transactions.
  const { record } = recorder;
  const isInFlight = (signature: string): boolean => runner.isInFlight(signature);
  const indexer = createIndexer({
    ...{ chain, store, wallMs, log, hasHints: isCluster, record },
    ...(isCluster && { isInFlight }),
  });
  // Only for SQLite: with several replicas the next read may go to another one.
  const readBarrier =
    store.engine === 'sqlite' ? new ReadBarrier(() => indexer.flush()) : undefined;
  const submitting = { chain, store, indexer, recorder, crash, wallMs, log, readBarrier };
  const runner = new SubmissionRunner(submitting);
  const limits = settings.priorityFees;
  const fees = isCluster ? new PriorityFees({ chain, store, wallMs, log, limits }) : undefined;
  const hidden = new HiddenMarkets({ store, clock: chain.clock, cache: indexer.cache });
  const context: MarketContext = {
    ...submitting,
    ...{ runner, relayers, refreshConfig, fees, isCluster, priceUpdates, web, checkGate },
    checkStakes: createStakesCheck(samples),
    config,
    limits: settings.payments,
    confirmWaitMs: LIMITS.confirmWaitMsMax,
    bettors: new BettorCache(chain.accounts),
    async findMarket(id) {
      const market = await findMarket(store, indexer.cache, id);
      return market && hidden.mark(await disabledOracles.mark(market));
    },
    findCachedMarket(id) {
      const cached = indexer.cache.findView(id);
      const known = cached && disabledOracles.peek(cached);
      return known && hidden.mark(known);
    },
    findBet: (id) => findBet({ store, cache: indexer.cache }, id),
    refuseHalted: (id) => indexer.refuseHalted(id),
  };
  const groups = new BetGroups(context);
  const recovery = new Recovery(submitting, runner, {
    'place-bets': groups.handler,
    'create-market': new MarketHandler(context),
    wallet: new WalletHandler(context),
    faucet: FAUCET_HANDLER,
  });
  let stopRecovery: (() => Promise<void>) | undefined;
  return {
    ...{ context, groups, indexer, readBarrier, fees, runner, hidden },
    recover() {
      stopRecovery ??= recovery.start();
    },
    async close() {
      const stopped = runner.stop();
      await stopRecovery?.();
      await groups.close();
      await stopped;
    },
  };
}
