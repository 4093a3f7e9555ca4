import { BLOCKHASHES_VALID } from '../../ledger/blockhashes.ts';
import { feeOf } from '../../ledger/fees.ts';
import { DATA_BYTES_MAX } from '../account-view.ts';
import { type Context, readAt, respond } from '../context.ts';
import { parseAddress } from '../encodings.ts';
import { config, expectCount, optional, type Params, texts, u64 } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';
import { readMessageParam } from '../transaction-input.ts';

const U64_MAX = 0xffff_ffff_ffff_ffffn;
const FEE_ADDRESSES_MAX = 128;

export function getMinimumBalanceForRentExemption(params: Params, { ledger }: Context) {
  expectCount(params, 1, 2);
  const bytes = u64(params[0]);
  config(params[1]);
  if (bytes <= BigInt(DATA_BYTES_MAX)) return ledger.vm.minimumBalance(Number(bytes));
  // More than the VM accepts. Agave saturates.
  const none = ledger.vm.minimumBalance(0);
  const balance = none + (ledger.vm.minimumBalance(1) - none) * bytes;
  return balance < U64_MAX ? balance : U64_MAX;
}

export function getFeeForMessage(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const message = readMessageParam(params[0]);
  const { slot } = readAt(context, config(params[1]));
  const isKnown = context.ledger.blockhashes.slotOf(message.blockhash) !== undefined;
  return respond(slot, isKnown ? feeOf(message) : null);
}

/** Always 0: there is no contention, so no priority fee is needed. */
export function getRecentPrioritizationFees(params: Params, { ledger }: Context) {
  expectCount(params, 0, 1);
  const addresses = optional(params[0], texts) ?? [];
  if (addresses.length > FEE_ADDRESSES_MAX) {
    throw invalidParams(`Too many inputs provided; max ${FEE_ADDRESSES_MAX}`);
  }
  for (const address of addresses) parseAddress(address);
  const { slot } = ledger.clock;
  const count = Math.min(BLOCKHASHES_VALID, Number(slot));
  return Array.from({ length: count }, (_, index) => ({
    slot: slot - BigInt(count - 1 - index),
    prioritizationFee: 0,
  }));
}
