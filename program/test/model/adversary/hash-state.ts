import { createHash } from 'node:crypto';
import { BETTOR_ACCOUNT_TYPE, MARKET_ACCOUNT_TYPE } from '@tote/program-client';
import { toBytes, u64Bytes } from '../../support/address-bytes.ts';
import { addresses } from '../../support/genesis.ts';
import { counter, curve, poor } from './cast.ts';
import type { Stage } from './stage.ts';

const SEQUENCE = 8;
const LAST_BET_SLOT = 368;
const EPOCH = 136;
const PROGRAM = toBytes(addresses.program);

/** Whether the poor wallet has coins matters; the others have enough of them. */
const outside = new Set([counter, curve, poor.address, addresses.treasuryToken]);

/**
 * Equal for states in which the same can happen: without the coins that do not matter, without the
 * number of events so far, and with slots as far as the program compares them with the current one.
 */
export function hashState({ world }: Stage): string {
  const hash = createHash('sha1').update(u64Bytes(world.now));
  const { slot } = world;
  for (const [address, { lamports, owner, data }] of world.snapshot()) {
    if (owner.equals(PROGRAM)) forgetCounters(data, slot);
    else if (!outside.has(address)) continue;
    hash.update(address).update(u64Bytes(lamports)).update(owner).update(data);
  }
  return hash.digest('base64');
}

function forgetCounters(data: Buffer, slot: bigint): void {
  if (data[0] === MARKET_ACCOUNT_TYPE) {
    data.fill(0, SEQUENCE, SEQUENCE + 8);
    compare(data, LAST_BET_SLOT, slot);
  }
  if (data[0] === BETTOR_ACCOUNT_TYPE) compare(data, EPOCH, slot);
}

function compare(data: Buffer, offset: number, slot: bigint): void {
  data.writeBigUInt64LE(data.readBigUInt64LE(offset) >= slot ? 1n : 0n, offset);
}
