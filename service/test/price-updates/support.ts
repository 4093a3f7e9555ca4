// A chain on which price updates can be posted. Pyth's receiver cannot be had here: what it would
// write, the sandbox writes, after the same checks of signatures, proof and accounts.

import type { Address, Instruction } from '@solana/kit';
import { getAddressEncoder } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import { findGuardianSetAddress, findPythConfigAddress } from '@tote/oracles/derived-addresses';
import { encodePythPriceUpdate, PYTH_OFFSETS } from '@tote/oracles/layouts/pyth-price-update';
import { PYTH_RECEIVER } from '@tote/oracles/programs';
import { Hermes } from '@tote/oracles/pyth/hermes';
import { readSample } from '@tote/oracles/read-sample';
import {
  type HermesServer,
  startHermes,
} from '../../../packages/oracles/test/support/hermes-server.ts';
import {
  decodeMessage,
  GUARDIAN_SET,
  makeUpdate,
  priceAt,
  QUORUM,
  verifyUpdate,
} from '../../../packages/oracles/test/support/pyth-updates.ts';
import { createKeeper, type Keeper } from '../../src/keeper/keeper.ts';
import { ClusterPriceUpdates } from '../../src/price-updates/cluster-price-updates.ts';
import { startWorld, type World } from '../keeper/support.ts';
import { SILENT_LOG } from '../support/silent-log.ts';

const WORMHOLE = 'HDwcJBJXjL9FpJ7UBsYBtaDjsBUhuLCUYoz3zr8SWWaQ' as Address;
const RENT = 1_823_520n;
const POST_TAG = '31ac54c0afb434ea';

export interface PriceWorld extends World {
  readonly hermes: HermesServer;
  /** The accounts that updates were posted to, in order. */
  readonly posted: Address[];
  readonly closed: Address[];
  /** Called before each transaction of the receiver; may throw. */
  beforeSend: () => void;
  /** Called after it has landed. */
  afterSend: () => void;
  /** As a new process has it. */
  openUpdates(wallMs?: () => number): ClusterPriceUpdates;
  startKeeper(updates: ClusterPriceUpdates): Keeper;
}

export async function startPriceWorld(): Promise<PriceWorld> {
  const world = await startWorld();
  const hermes = await startHermes(({ moment, feedIds }) => [
    makeUpdate(feedIds.map((feedId) => priceAt(moment ?? now(world), { feedId }))),
  ]);
  await setReceiverConfig(world);
  const keepers: Keeper[] = [];
  const priced: PriceWorld = Object.assign(world, {
    ...{ hermes, posted: [], closed: [] },
    beforeSend: () => undefined,
    afterSend: () => undefined,
    openUpdates: (wallMs = world.wallMs) => {
      const { chain, keys } = world;
      return new ClusterPriceUpdates({
        chain: { rpc: chain.rpc, send: sendTo(priced) },
        hermes: new Hermes({ urls: [hermes.url] }),
        ...{ payer: keys.keeper, log: SILENT_LOG, wallMs },
      });
    },
    startKeeper: (priceUpdates: ClusterPriceUpdates) => {
      const { chain, store, keys, reads, indexer, wallMs } = world;
      const parts = { chain, store, keys, reads, indexer, wallMs };
      const keeper = createKeeper({ ...parts, log: SILENT_LOG, priceUpdates });
      keepers.push(keeper);
      keeper.start();
      return keeper;
    },
    close: closeWith(world, async () => {
      await Promise.all(keepers.map((keeper) => keeper.stop()));
      await hermes.close();
    }),
  });
  return priced;
}

const closeWith =
  ({ close }: World, before: () => Promise<void>) =>
  async () => {
    await before();
    await close();
  };

const now = ({ chain }: World): number => chain.clock.now();

export async function setReceiverConfig({ localnet }: Pick<World, 'localnet'>): Promise<void> {
  const data = Buffer.alloc(370);
  data.write('9b0caae01efacc82', 'hex');
  // No next authority, so its settings follow at once.
  data.set(getAddressEncoder().encode(WORMHOLE), 41);
  const address = await findPythConfigAddress(PYTH_RECEIVER);
  await localnet.sandbox.setAccounts([{ address, lamports: RENT, owner: PYTH_RECEIVER, data }]);
}

/** Instructions of the receiver are carried out here, all others by the chain. */
function sendTo(world: PriceWorld): Chain['send'] {
  return async (instructions, keys, options) => {
    const { chain } = world;
    if (instructions[0]?.programAddress !== PYTH_RECEIVER) {
      return chain.send(instructions, keys, options);
    }
    world.beforeSend();
    // Every signer must have signed, and it must be a transaction.
    const { wire } = await chain.sign(instructions, keys, options);
    if (wire.length > 4_096) throw new Error('the transaction is too large');
    for (const instruction of instructions) await carryOut(world, instruction, keys);
    world.afterSend();
    return { signature: '', slot: 0n, blockTime: 0n, error: null, instructions: [], logs: [] };
  };
}

async function carryOut(
  world: PriceWorld,
  { data = new Uint8Array(), accounts = [] }: Instruction,
  keys: readonly Key[],
): Promise<void> {
  const { sandbox } = world.localnet;
  const isPost = Buffer.from(data.slice(0, 8)).toString('hex') === POST_TAG;
  const account = accounts[isPost ? 4 : 1]?.address as Address;
  const payer = accounts[0]?.address as Address;
  const sample = await readSample(world.chain, [account]);
  const known = sample.accounts[0]?.data ?? new Uint8Array();
  const authority = known.slice(PYTH_OFFSETS.writeAuthority, PYTH_OFFSETS.writeAuthority + 32);
  const isOurs = Buffer.from(authority).equals(Buffer.from(getAddressEncoder().encode(payer)));
  if (known.length > 0 && !isOurs) throw new Error('WrongWriteAuthority');
  if (!isPost) {
    if (known.length === 0) throw new Error('AccountNotInitialized');
    await sandbox.setAccounts([{ address: account, lamports: 0n }]);
    world.closed.push(account);
    return;
  }
  if (!keys.some(({ address }) => address === account)) throw new Error('it must sign');
  const post = readPost(Buffer.from(data));
  const guardianSet = await findGuardianSetAddress(WORMHOLE, GUARDIAN_SET);
  if (accounts[1]?.address !== guardianSet) throw new Error('InvalidGuardianSetPda');
  const signatures = verifyUpdate(post.vaa, post);
  const by = { writeAuthority: payer, postedSlot: sample.slot };
  const full = Buffer.from(encodePythPriceUpdate(decodeMessage(post.message), by));
  const partial = Buffer.concat([
    full.subarray(0, 40),
    Buffer.from([0, signatures]),
    full.subarray(41, 133),
  ]);
  const written = signatures >= QUORUM ? full : partial;
  await sandbox.setAccounts([
    { address: account, lamports: RENT, owner: PYTH_RECEIVER, data: written },
  ]);
  world.posted.push(account);
}

function readPost(data: Buffer) {
  let at = 8;
  const take = (length: number) => {
    at += length;
    return data.subarray(at - length, at);
  };
  const vaa = take(take(4).readUInt32LE());
  const message = take(take(4).readUInt32LE());
  const nodes = take(4).readUInt32LE();
  const proof = Array.from({ length: nodes }, () => take(20));
  if (at !== data.length - 1) throw new Error('InstructionDidNotDeserialize');
  return { vaa, message, proof };
}
