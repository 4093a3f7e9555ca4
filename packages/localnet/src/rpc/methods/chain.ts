import { BLOCKHASHES_VALID } from '../../ledger/blockhashes.ts';
import { feeOf } from '../../ledger/fees.ts';
import { SLOTS_PER_EPOCH } from '../../ledger/vm.ts';
import { DATA_BYTES_MAX } from '../account-view.ts';
import { API_VERSION, type Context, readAt, respond } from '../context.ts';
import { addressText, parseAddress } from '../encodings.ts';
import { config, expectCount, optional, type Params, text, texts, u64 } from '../params.ts';
import { CODES, invalidParams, RpcError } from '../rpc-error.ts';
import { readMessageParam } from '../transaction-input.ts';

export function getSlot(params: Params, context: Context) {
  expectCount(params, 0, 1);
  return readAt(context, config(params[0])).slot;
}

/** Transactions of the service's program are never removed. */
export function getFirstAvailableBlock(params: Params) {
  expectCount(params, 0, 0);
  return 0n;
}

/** The newest blockhash at any commitment, because there are no forks. */
export function getLatestBlockhash(params: Params, context: Context) {
  expectCount(params, 0, 1);
  const { slot } = readAt(context, config(params[0]));
  const { blockhashes, clock } = context.ledger;
  return respond(slot, {
    blockhash: addressText(blockhashes.latest),
    lastValidBlockHeight: blockhashes.lastValidHeight(clock.slot),
  });
}

export function isBlockhashValid(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const blockhash = parseHash(text(params[0]));
  const { slot } = readAt(context, config(params[1]));
  return respond(slot, context.ledger.blockhashes.slotOf(blockhash) !== undefined);
}

function parseHash(value: string) {
  try {
    return parseAddress(value);
  } catch (error) {
    const message = (error as Error).message.replace('Invalid param: ', '');
    throw invalidParams(message);
  }
}

export function getBlockTime(params: Params, context: Context) {
  expectCount(params, 1, 1);
  const slot = u64(params[0]);
  if (slot > context.ledger.clock.slot) {
    throw new RpcError(CODES.blockNotAvailable, `Block not available for slot ${slot}`);
  }
  const time = context.slotTimes.get(slot);
  if (time !== undefined) return time;
  throw new RpcError(
    CODES.slotSkipped,
    `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
  );
}

export function getEpochInfo(params: Params, context: Context) {
  expectCount(params, 0, 1);
  const { slot } = readAt(context, config(params[0]));
  return {
    absoluteSlot: slot,
    blockHeight: slot,
    epoch: slot / SLOTS_PER_EPOCH,
    slotIndex: slot % SLOTS_PER_EPOCH,
    slotsInEpoch: SLOTS_PER_EPOCH,
    transactionCount: context.ledger.transactionCount(),
  };
}

export function getHealth(params: Params, { isHealthy }: Context) {
  expectCount(params, 0, 0);
  if (isHealthy) return 'ok';
  throw new RpcError(CODES.nodeUnhealthy, 'Node is unhealthy', { numSlotsBehind: null });
}

/** Not a Solana method: the whole seconds that the sandbox has added to the time. */
export function getClockOffset(params: Params, { ledger }: Context) {
  expectCount(params, 0, 0);
  return Math.round(ledger.clock.state.offsetMs / 1_000);
}

export function getVersion(params: Params) {
  expectCount(params, 0, 0);
  return { 'solana-core': API_VERSION, 'feature-set': 0 };
}

export function getGenesisHash(params: Params, { ledger }: Context) {
  expectCount(params, 0, 0);
  return addressText(ledger.blockhashes.genesis);
}

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
