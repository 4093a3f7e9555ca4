// Hand-written decoder of a Bettor account: the generated one takes a millisecond for the addresses
// of its slots. A test compares the two.
import { ACCOUNT_VERSION, BETTOR_ACCOUNT_TYPE, type Bettor } from '@tote/program-client';
import { bytesToAddress } from './address-bytes.ts';

export const BETTOR_HEAD_BYTES = 216;
export const BETTOR_FLAGS_OFFSET = 3;
const SLOT_BYTES = 48;

export function readBettor(data: Uint8Array): Bettor | undefined {
  const isBettor = data[0] === BETTOR_ACCOUNT_TYPE && data[1] === ACCOUNT_VERSION;
  if (!isBettor || data.length < BETTOR_HEAD_BYTES) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const addressAt = (at: number) => bytesToAddress(data.subarray(at, at + 32));
  const u64 = (at: number) => view.getBigUint64(at, true);
  const pair = (at: number) => [u64(at), u64(at + 8)];
  const slots = [];
  for (let at = BETTOR_HEAD_BYTES; at + SLOT_BYTES <= data.length; at += SLOT_BYTES) {
    slots.push({ market: addressAt(at), stakeYes: u64(at + 32), stakeNo: u64(at + 40) });
  }
  return {
    accountType: BETTOR_ACCOUNT_TYPE,
    version: ACCOUNT_VERSION,
    bump: view.getUint8(2),
    flags: view.getUint8(BETTOR_FLAGS_OFFSET),
    slotCount: view.getUint16(4, true),
    openPositions: view.getUint16(6, true),
    wallet: addressAt(8),
    rentPayer: addressAt(40),
    available: pair(72),
    sweepable: pair(88),
    delegate: addressAt(104),
    epoch: u64(136),
    delegateExpiresAt: view.getBigInt64(144, true),
    allowance: pair(152),
    highestBetId: view.getUint32(168, true),
    delegateGeneration: view.getUint32(172, true),
    betWindow: [u64(176), u64(184), u64(192), u64(200)],
    walletRent: u64(208),
    slots,
  };
}
