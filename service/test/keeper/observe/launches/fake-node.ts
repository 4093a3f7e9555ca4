// A node whose answers a test chooses: the component under test is what compares several of them.
import { type Address, getAddressEncoder } from '@solana/kit';
import { decodeBase58Exactly, encodeBase58 } from '@tote/chain/lib/base58';
import { findLaunches, type Launches } from '@tote/conditions/launches/launchpads';
import type { NodeRpc } from '../../../../src/keeper/observe/launches/launch-node.ts';

export const MIGRATIONS = findLaunches('pump', 'migrated') as Launches;
/** These name one of several accounts. */
export const METEORA = findLaunches('meteora', 'migrated') as Launches;

const bytesOf = (length: number, ...numbers: readonly number[]) => {
  const bytes = Buffer.alloc(length, 5);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4);
  return bytes;
};
const keyOf = (address: Address) => Uint8Array.from(getAddressEncoder().encode(address));
export const mintOf = (id: number) => encodeBase58(bytesOf(32, id)) as Address;
export const signatureOf = (id: number, kind = 0) => encodeBase58(bytesOf(64, id, kind));

export interface FakeTransaction {
  readonly signature: string;
  readonly slot: number;
  readonly at: number;
  readonly isFailed?: boolean;
  /** Left out: it only mentions the account. */
  readonly mint?: number;
}

export interface FakeNode extends NodeRpc {
  /** Oldest first. */
  transactions: readonly FakeTransaction[];
  finalizedAt: number;
  withdrawAuthority: string;
  /** The time of the oldest block that it has; left out: it has all. */
  firstAt?: number;
  reads: number;
}

export function createFakeNode(
  transactions: readonly FakeTransaction[],
  launches = MIGRATIONS,
): FakeNode {
  let known: { list?: unknown; found?: Map<string, FakeTransaction> } = {};
  const methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    getSignaturesForAddress: ([address, settings]) =>
      list(node, settings as ListSettings, (each) => watchedBy(each, launches) === address),
    getTransaction([signature]) {
      const { transactions: all } = node;
      if (known.list !== all) {
        known = { list: all, found: new Map(all.map((each) => [each.signature, each])) };
      }
      node.reads += 1;
      return show(known.found?.get(signature as string), launches);
    },
    getSlot: () => node.finalizedAt,
    getFirstAvailableBlock: () => (node.firstAt === undefined ? 0 : 7),
    getBlockTime: ([slot]) => (slot === 7 ? node.firstAt : node.finalizedAt),
    getAccountInfo: () => ({ value: { data: [node.withdrawAuthority, 'base58'] } }),
  };
  const node: FakeNode = {
    ...{ transactions, finalizedAt: 0, reads: 0, withdrawAuthority: MIGRATIONS.watched[0] ?? '' },
    call: async (method, params) => methods[method]?.(params),
  };
  return node;
}

interface ListSettings {
  readonly before?: string;
  readonly until?: string;
  readonly limit: number;
  readonly commitment: string;
}

/** Different mints name different accounts. */
const watchedBy = ({ mint = 0 }: FakeTransaction, { watched }: Launches) =>
  watched[mint % watched.length] as Address;

function list(
  { transactions: all, finalizedAt }: FakeNode,
  settings: ListSettings,
  isListed: (each: FakeTransaction) => boolean,
) {
  const { before, until, limit, commitment } = settings;
  const transactions = all.filter(isListed);
  const placeOf = (signature: string) =>
    transactions.findIndex((each) => each.signature === signature);
  const end = before === undefined ? transactions.length : placeOf(before);
  const start = until === undefined ? 0 : placeOf(until) + 1;
  return transactions
    .slice(start, end)
    .reverse()
    .filter(({ at }) => commitment === 'confirmed' || at <= finalizedAt)
    .slice(0, limit)
    .map(({ signature, slot, at, isFailed = false }) => ({
      ...{ signature, slot, blockTime: at, err: isFailed ? {} : null },
      confirmationStatus: at <= finalizedAt ? 'finalized' : 'confirmed',
    }));
}

/** One instruction of the program, without data, which calls the program with what is marked. */
function show(found: FakeTransaction | undefined, launches: Launches) {
  if (!found) return null;
  const { signature, slot, at, mint, isFailed } = found;
  const mintKey = bytesOf(32, mint ?? 0);
  const keys = [keyOf(watchedBy(found, launches)), keyOf(launches.program), mintKey];
  const wire = Buffer.concat([
    ...[Uint8Array.of(1), decodeBase58Exactly(signature, 64) as Uint8Array],
    ...[Uint8Array.of(1, 0, 2, keys.length), ...keys, Buffer.alloc(32)],
    Uint8Array.of(1, 1, 1, 0, 0),
  ]);
  const mark = launches.marks[(mint ?? 0) % launches.marks.length];
  const accounts = Array(31).fill(0);
  if (mark && 'account' in mark.mint) accounts[mark.mint.account] = 2;
  const event = Buffer.concat([Buffer.from(mark?.data ?? '', 'hex'), Buffer.alloc(32), mintKey]);
  const logged = { programIdIndex: 1, accounts, data: encodeBase58(event) };
  const innerInstructions = mint === undefined ? [] : [{ index: 0, instructions: [logged] }];
  const err = isFailed ? { InstructionError: [0, { Custom: 1 }] } : null;
  const meta = { err, innerInstructions, logMessages: [] };
  return { slot, blockTime: at, transaction: [wire.toString('base64'), 'base64'], meta };
}
