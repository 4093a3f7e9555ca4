// Single fields of raw accounts, for builders that run before every transaction: decoding a whole
// account takes longer than the VM needs for the bet.
import type { Address } from '@solana/kit';
import {
  type Currency,
  MARKET_FLAGS,
  type MarketSource,
  MarketState,
  takesFactAccount,
} from '@tote/program-client';
import { toAddress } from './address-bytes.ts';

const SUBJECT_OFFSET = 200;

export function peekMarket(data: Uint8Array) {
  const flags = data[5] ?? 0;
  const view = viewOf(data);
  return {
    currency: data[3] as Currency,
    isGated: (flags & MARKET_FLAGS.gated) !== 0,
    takesFactAccount: takesFactAccount(data[360] as MarketSource, flags),
    isOpen: data[4] === MarketState.Open,
    pools: [view.getBigUint64(16, true), view.getBigUint64(24, true)] as const,
    held: view.getBigUint64(88, true),
    readSubject: (): Address => toAddress(data.slice(SUBJECT_OFFSET, SUBJECT_OFFSET + 32)),
  };
}

export function peekBettor(data: Uint8Array) {
  const view = viewOf(data);
  return {
    available: [view.getBigUint64(72, true), view.getBigUint64(80, true)] as const,
    epoch: view.getBigUint64(136, true),
    highestBetId: view.getUint32(168, true),
  };
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
