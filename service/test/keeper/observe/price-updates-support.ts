// A chain on which price updates can be posted. Pyth's receiver is in no package registry. Where
// TOTE_PYTH_RECEIVER names its binary (`solana program dump` gets it from mainnet), the real one
// runs here. Otherwise the sandbox writes what it would write, after the same checks of signatures,
// proof and accounts.
import { readFileSync } from 'node:fs';

import type { Address, Instruction } from '@solana/kit';
import { getAddressEncoder } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import type { LandedTransaction } from '@tote/chain/landed';
import {
  findGuardianSetAddress,
  findPythConfigAddress,
} from '@tote/conditions/oracles/derived-addresses';
import {
  encodePythPriceUpdate,
  PYTH_OFFSETS,
} from '@tote/conditions/oracles/layouts/pyth-price-update';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import { Hermes } from '@tote/conditions/oracles/pyth/hermes';
import { readSample } from '@tote/conditions/oracles/read-sample';
import {
  type HermesServer,
  startHermes,
} from '../../../../packages/conditions/test/oracles/support/hermes-server.ts';
import {
  decodeMessage,
  EMITTER,
  GUARDIAN_ADDRESSES,
  GUARDIAN_SET,
  makeUpdate,
  priceAt,
  QUORUM,
  verifyUpdate,
} from '../../../../packages/conditions/test/oracles/support/pyth-updates.ts';
import { createKeeper, type Keeper } from '../../../src/keeper/keeper.ts';
import { ClusterPriceUpdates } from '../../../src/keeper/observe/cluster-price-updates.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { startWorld, type World } from '../support.ts';

const WORMHOLE = 'HDwcJBJXjL9FpJ7UBsYBtaDjsBUhuLCUYoz3zr8SWWaQ' as Address;
const RENT = 1_823_520n;
const POST_TAG = '31ac54c0afb434ea';

/** Undefined: the sandbox stands in for it. */
export const RECEIVER_FILE = process.env.TOTE_PYTH_RECEIVER || undefined;

export interface ReceiverAccount {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
}

export interface PriceWorld extends World {
  readonly hermes: HermesServer;
  readonly posted: Address[];
  readonly closed: Address[];
  /** Called before each transaction of the receiver; may throw. */
  beforeSend: () => void;
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
  await installReceiver(world);
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
      const keeper = createKeeper({ ...world, log: SILENT_LOG, priceUpdates });
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

/** The settings of the receiver and the set of signers, as they are on chain. */
export async function listReceiverAccounts(): Promise<ReceiverAccount[]> {
  const config = Buffer.alloc(370);
  config.write('9b0caae01efacc82', 'hex');
  // No next authority, so the address follows at once; then one source, the fee, and the least
  // number of signatures.
  config.set(getAddressEncoder().encode(WORMHOLE), 41);
  config.writeUInt32LE(1, 73);
  config.writeUInt16LE(EMITTER.chain, 77);
  config.set(EMITTER.address, 79);
  config.writeBigUInt64LE(1n, 111);
  config.writeUInt8(3, 119);
  const signers = Buffer.alloc(8 + 4 + 4 + GUARDIAN_ADDRESSES.length * 20 + 8);
  signers.write('784d4a622253607d', 'hex');
  signers.writeUInt32LE(GUARDIAN_SET, 8);
  signers.writeUInt32LE(GUARDIAN_ADDRESSES.length, 12);
  for (const [index, each] of GUARDIAN_ADDRESSES.entries()) each.copy(signers, 16 + index * 20);
  const signersAt = await findGuardianSetAddress(WORMHOLE, GUARDIAN_SET);
  return [
    { address: await findPythConfigAddress(PYTH_RECEIVER), owner: PYTH_RECEIVER, data: config },
    { address: signersAt, owner: WORMHOLE, data: signers },
  ];
}

export async function installReceiver({ localnet }: Pick<World, 'localnet'>): Promise<void> {
  const { sandbox } = localnet;
  const accounts = await listReceiverAccounts();
  await sandbox.setAccounts(accounts.map((account) => ({ ...account, lamports: 10_000_000n })));
  if (!RECEIVER_FILE) return;
  await sandbox.loadProgram(PYTH_RECEIVER, readFileSync(RECEIVER_FILE));
}

/** Instructions of the receiver are carried out here, all others by the chain. */
function sendTo(world: PriceWorld): Chain['send'] {
  return async (instructions, keys, options) => {
    const { chain } = world;
    if (instructions[0]?.programAddress !== PYTH_RECEIVER) {
      return chain.send(instructions, keys, options);
    }
    world.beforeSend();
    const landed = RECEIVER_FILE
      ? await chain.send(instructions, keys, options)
      : await carryOutAll(world, instructions, keys);
    for (const instruction of instructions) {
      const { isPost, account } = readAccounts(instruction);
      (isPost ? world.posted : world.closed).push(account);
    }
    world.afterSend();
    return landed;
  };
}

async function carryOutAll(
  world: PriceWorld,
  instructions: readonly Instruction[],
  keys: readonly [Key, ...Key[]],
): Promise<LandedTransaction> {
  // Every signer must have signed, and it must be a transaction.
  const { wire } = await world.chain.sign(instructions, keys);
  if (wire.length > 4_096) throw new Error('the transaction is too large');
  for (const instruction of instructions) await carryOut(world, instruction);
  return { signature: '', slot: 0n, blockTime: 0n, error: null, instructions: [], logs: [] };
}

function readAccounts({ data = new Uint8Array(), accounts = [] }: Instruction) {
  const isPost = Buffer.from(data.slice(0, 8)).toString('hex') === POST_TAG;
  const account = accounts[isPost ? 4 : 1]?.address as Address;
  return { isPost, account, payer: accounts[0]?.address as Address };
}

async function carryOut(world: PriceWorld, instruction: Instruction): Promise<void> {
  const { sandbox } = world.localnet;
  const { isPost, account: address, payer } = readAccounts(instruction);
  const { slot, accounts } = await readSample(world.chain, [address]);
  const known = accounts[0]?.data ?? new Uint8Array();
  const authority = known.slice(PYTH_OFFSETS.writeAuthority, PYTH_OFFSETS.writeAuthority + 32);
  const isOurs = Buffer.from(authority).equals(Buffer.from(getAddressEncoder().encode(payer)));
  if (known.length > 0 && !isOurs) throw new Error('WrongWriteAuthority');
  if (!isPost) {
    if (known.length === 0) throw new Error('AccountNotInitialized');
    await sandbox.setAccounts([{ address, lamports: 0n }]);
    return;
  }
  const post = readPost(Buffer.from(instruction.data ?? []));
  const guardianSet = await findGuardianSetAddress(WORMHOLE, GUARDIAN_SET);
  if (instruction.accounts?.[1]?.address !== guardianSet) throw new Error('InvalidGuardianSetPda');
  const signatures = verifyUpdate(post.vaa, post);
  const by = { writeAuthority: payer, postedSlot: slot };
  const full = Buffer.from(encodePythPriceUpdate(decodeMessage(post.message), by));
  const level = Buffer.from([0, signatures]);
  const partial = Buffer.concat([full.subarray(0, 40), level, full.subarray(41, 133)]);
  const data = signatures >= QUORUM ? full : partial;
  await sandbox.setAccounts([{ address, lamports: RENT, owner: PYTH_RECEIVER, data }]);
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
