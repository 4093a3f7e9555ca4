import type { Address } from '@solana/kit';
import { findBettorAddress } from '@tote/program-client';
import { findPosition as findPositionView } from '../store/projection/positions.ts';
import type { PositionRecord } from './ledger.ts';
import { toPositionRecord } from './position-record.ts';
import type { QueryContext } from './query-context.ts';

export async function findPosition(
  context: QueryContext,
  marketId: string,
  wallet: Address,
): Promise<PositionRecord | undefined> {
  const { chain, store } = context;
  const { programAddress } = chain;
  const bettor = await findBettorAddress(wallet, { programAddress });
  const position = await findPositionView(store.db, bettor, marketId);
  return position && toPositionRecord(position, chain.clock.now());
}
