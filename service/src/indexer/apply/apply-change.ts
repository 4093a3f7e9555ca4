import type { ChangeOf, ProgramChange } from '@tote/chain/history/program-change';
import { marketIdOf } from '@tote/chain/ids';
import type { ApplyContext } from '../batch.ts';
import { EventMissing, OutOfOrder } from '../problems.ts';
import { applyAccountChanged, applyBettorClosed, applyConfigChanged } from './account-changed.ts';
import { applyBetsPlaced } from './bets-placed.ts';
import { applyBoughtBack, applyFeesCollected, applyMarketClosed } from './market-closed.ts';
import { applyMarketCreated } from './market-created.ts';
import { applyMarketRefunded, applyMarketResolved, applyMarketVetoed } from './market-ended.ts';
import { applyPositionsSettled } from './positions-settled.ts';

/** Changes the batch. After an error of `problems.ts` the batch must be discarded. */
export async function applyChange(context: ApplyContext, change: ProgramChange): Promise<void> {
  switch (change.name) {
    case 'BettorOpened':
      return applyBettorOpened(context, change);
    case 'MarketCreated':
      return applyMarketCreated(context, change);
    case 'BetsPlaced':
      return applyBetsPlaced(context, change);
    case 'MarketResolved':
      return applyMarketResolved(context, change);
    case 'MarketVetoed':
      return applyMarketVetoed(context, change);
    case 'MarketRefunded':
      return applyMarketRefunded(context, change);
    case 'PositionsSettled':
      return applyPositionsSettled(context, change);
    case 'MarketClosed':
      return applyMarketClosed(context, change);
    case 'FeesCollected':
      return applyFeesCollected(context, change);
    case 'BoughtBack':
      return applyBoughtBack(context, change);
    case 'missing': {
      const { market, instruction } = change;
      const row = market && context.batch.findMarket(market);
      throw new EventMissing(context.landed.signature, instruction, row);
    }
    case 'unknown_market': {
      const id = marketIdOf(change.market);
      throw new OutOfOrder(context.landed.signature, id, 'bets before the market');
    }
    case 'ConfigAnnounced':
    case 'ConfigApplied':
    case 'ConfigCancelled':
    case 'KeysDisabled':
      return applyConfigChanged(context, change);
    case 'Deposited':
    case 'Withdrawn':
    case 'DelegateSet':
      return applyAccountChanged(context, change);
    case 'BettorClosed':
      return applyBettorClosed(context, change);
    case 'Initialized':
    case 'BettorGrown':
      return;
  }
}

function applyBettorOpened({ batch }: ApplyContext, { event }: ChangeOf<'BettorOpened'>): void {
  batch.bettors.push({ address: event.bettor, wallet: event.wallet });
}
