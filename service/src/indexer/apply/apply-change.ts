import type { ProgramChange } from '@tote/chain/history/program-change';
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
  await (APPLY[change.name] as Apply<typeof change.name>)(context, change as never);
}

type Apply<Name> = (
  context: ApplyContext,
  change: Extract<ProgramChange, { readonly name: Name }>,
) => Promise<void> | void;

const APPLY: { readonly [Name in ProgramChange['name']]: Apply<Name> } = {
  BettorOpened: ({ batch }, { event: { bettor: address, wallet } }) => {
    batch.bettors.push({ address, wallet });
  },
  BettorGrown: () => {},
  BettorClosed: applyBettorClosed,
  Deposited: applyAccountChanged,
  Withdrawn: applyAccountChanged,
  DelegateSet: applyAccountChanged,
  MarketCreated: applyMarketCreated,
  BetsPlaced: applyBetsPlaced,
  MarketResolved: applyMarketResolved,
  MarketVetoed: applyMarketVetoed,
  MarketRefunded: applyMarketRefunded,
  PositionsSettled: applyPositionsSettled,
  MarketClosed: applyMarketClosed,
  FeesCollected: applyFeesCollected,
  BoughtBack: applyBoughtBack,
  Initialized: () => {},
  ConfigAnnounced: applyConfigChanged,
  ConfigApplied: applyConfigChanged,
  ConfigCancelled: applyConfigChanged,
  KeysDisabled: applyConfigChanged,
  missing({ batch, landed }, { market, instruction }) {
    throw new EventMissing(landed.signature, instruction, market && batch.findMarket(market));
  },
  unknown_market({ landed }, { market }) {
    throw new OutOfOrder(landed.signature, marketIdOf(market), 'bets before the market');
  },
};
