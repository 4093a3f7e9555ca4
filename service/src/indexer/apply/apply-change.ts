import type { ProgramChange } from '@tote/chain/history/program-change';
import { marketIdOf } from '@tote/chain/ids';
import type { Applying } from '../batch.ts';
import { EventMissing, OutOfOrder } from '../problems.ts';
import { applyBetsPlaced } from './bets-placed.ts';
import { applyBettorOpened } from './bettor-opened.ts';
import { applyConfigChanged } from './config-changed.ts';
import { applyBoughtBack, applyFeesCollected } from './fees.ts';
import { applyMarketClosed } from './market-closed.ts';
import { applyMarketCreated } from './market-created.ts';
import { applyMarketRefunded, applyMarketResolved, applyMarketVetoed } from './market-ended.ts';
import { applyPositionsSettled } from './positions-settled.ts';

/** Changes the batch, or throws one of `problems.ts` and leaves it to be thrown away. */
export async function applyChange(applying: Applying, change: ProgramChange): Promise<void> {
  switch (change.name) {
    case 'BettorOpened':
      return applyBettorOpened(applying, change);
    case 'MarketCreated':
      return applyMarketCreated(applying, change);
    case 'BetsPlaced':
      return applyBetsPlaced(applying, change);
    case 'MarketResolved':
      return applyMarketResolved(applying, change);
    case 'MarketVetoed':
      return applyMarketVetoed(applying, change);
    case 'MarketRefunded':
      return applyMarketRefunded(applying, change);
    case 'PositionsSettled':
      return applyPositionsSettled(applying, change);
    case 'MarketClosed':
      return applyMarketClosed(applying, change);
    case 'FeesCollected':
      return applyFeesCollected(applying, change);
    case 'BoughtBack':
      return applyBoughtBack(applying, change);
    case 'missing': {
      const { market, instruction } = change;
      const row = market && applying.batch.findMarket(market);
      throw new EventMissing(applying.landed.signature, instruction, row);
    }
    case 'unknown_market': {
      const id = marketIdOf(change.market);
      throw new OutOfOrder(applying.landed.signature, id, 'bets before the market');
    }
    case 'ConfigAnnounced':
    case 'ConfigApplied':
    case 'ConfigCancelled':
    case 'KeysDisabled':
      return applyConfigChanged(applying, change);
    // Balances are read from their accounts.
    case 'Initialized':
    case 'BettorGrown':
    case 'BettorClosed':
    case 'Deposited':
    case 'Withdrawn':
    case 'DelegateSet':
      return;
  }
}
