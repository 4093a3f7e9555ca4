// Fees that leave the vault: collected, or sold in the buyback.

import type { ChangeOf } from '@tote/chain/history/program-change';
import { toSigned } from '../amounts.ts';
import type { ApplyContext } from '../batch.ts';

const SOL = 0n;

export function applyFeesCollected(
  { batch, landed }: ApplyContext,
  { event, instruction }: ChangeOf<'FeesCollected'>,
): void {
  batch.addFeeEvent({
    signature: landed.signature,
    instruction: BigInt(instruction),
    kind: 'collected',
    currency: BigInt(event.currency),
    developer: event.developer,
    burned: event.burned,
    price: 0n,
    burned_total: toSigned(event.burnedTotal),
    utility_burned_total: 0n,
    slot: landed.slot,
  });
}

export function applyBoughtBack(
  { batch, landed }: ApplyContext,
  { event, instruction }: ChangeOf<'BoughtBack'>,
): void {
  batch.addFeeEvent({
    signature: landed.signature,
    instruction: BigInt(instruction),
    kind: 'bought_back',
    currency: SOL,
    developer: 0n,
    burned: event.lot,
    price: event.price,
    burned_total: toSigned(event.burnedTotal),
    utility_burned_total: toSigned(event.utilityBurnedTotal),
    slot: landed.slot,
  });
}
