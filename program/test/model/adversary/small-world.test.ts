// A small world, searched exhaustively: two wallets, whoever attacks, and one market of each kind.
// TOTE_DEPTH sets how many steps a path has.

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { BETTOR_ACCOUNT_TYPE, MARKET_ACCOUNT_TYPE } from '@tote/program-client';
import { expect, test } from 'vitest';
import { isLong } from '../../../../tools/test-setup/stage.ts';
import { toBytes, u64Bytes } from '../../support/address-bytes.ts';
import { addresses } from '../../support/genesis.ts';
import { counter, curve, poor } from './cast.ts';
import { checkAll } from './checks/all.ts';
import { KIND_NAMES, type KindName } from './kinds.ts';
import { Stage } from './stage.ts';
import { listSteps, type Step } from './steps.ts';

const { env } = process;
/** In this kind of market every rule about stolen keys applies. */
const DEEPEST: KindName = 'triggered oracle';

function depthOf(kind: KindName): number {
  if (env.TOTE_DEPTH) return Number(env.TOTE_DEPTH);
  return isLong ? (kind === DEEPEST ? 3 : 2) : 1;
}

const stage = new Stage();

test.each(KIND_NAMES)('every instruction by every key at every moment: %s', async (kind) => {
  const depth = depthOf(kind);
  const before = stage.transactions;
  const states = await search(kind, depth);
  const transactions = stage.transactions - before;
  console.log(`${kind}: ${states} states, ${transactions} transactions, depth ${depth}`);
  expect(states).toBeGreaterThan(1);
});

type Path = readonly Step[];

/** Checks every state that this many steps can lead to, each once; returns how many there are. */
async function search(kind: KindName, depth: number): Promise<number> {
  stage.start(kind);
  const seen = new Set<string>();
  arrive(seen);
  let paths: Path[] = [[]];
  for (let level = 0; level < depth; level += 1) {
    const longer: Path[] = [];
    for (const path of paths) {
      stage.start(kind);
      for (const step of path) step.run(stage);
      for (const one of expand(path, seen)) longer.push(one);
      // Otherwise the accounts of states that are left stay in memory.
      await setImmediate();
    }
    paths = longer;
  }
  return seen.size;
}

/** The paths by which one more step comes to a state that was not seen before. */
function expand(path: Path, seen: Set<string>): Path[] {
  const here = stage.world.save();
  return listSteps(stage).flatMap((step) => {
    const longer = [...path, step];
    try {
      if (!step.run(stage)) return [];
      const isNew = arrive(seen);
      stage.world.restore(here);
      return isNew ? [longer] : [];
    } catch (error) {
      const story = longer.map(({ name }) => `\n  ${name}`).join('');
      throw new Error(`${(error as Error).message}, after${story}`, { cause: error });
    }
  });
}

/** Checks the state unless it was seen before, and says so. */
function arrive(seen: Set<string>): boolean {
  const hash = hashState(stage);
  if (seen.has(hash)) return false;
  seen.add(hash);
  checkAll(stage);
  return true;
}

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
function hashState({ world }: Stage): string {
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
