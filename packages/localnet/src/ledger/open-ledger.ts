import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ensurePrivateFolder } from '@tote/chain/lib/private-files';
import type { AccountMap } from './account.ts';
import { ChainClock } from './chain-clock.ts';
import { Ledger, type LedgerParts, type LedgerPruning } from './ledger.ts';
import { SharedChecker } from './signatures.ts';
import { FileStore, MemoryStore } from './store.ts';
import { Vm } from './vm.ts';

interface LedgerOptions {
  dir?: string;
  slotMs: number;
  beginsSecondsAgo?: number;
  /** The first accounts of a new ledger, besides those that every Solana chain has. */
  accounts?: AccountMap;
  wallMs?: () => number;
  pruning?: LedgerPruning;
}

const FORMAT = '4';

export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  if (options.dir === undefined) return create({ store: new MemoryStore(), vm: new Vm() }, options);
  ensurePrivateFolder(options.dir);
  const keepsSandbox = options.pruning === undefined;
  const file = join(options.dir, 'ledger.db');
  const opening = FileStore.open(file, keepsSandbox);
  const signatures = new SharedChecker();
  try {
    // Created while the store's thread starts.
    const vm = new Vm({ checkSignatures: false });
    const parts = { store: await opening, signatures, vm };
    const isNew = parts.store.archive.getMeta('format') === undefined;
    return await (isNew ? create(parts, options) : resume(parts, options));
  } catch (error) {
    await signatures.close();
    const [opened] = await Promise.allSettled([opening]);
    if (opened.status === 'fulfilled') await opened.value.close().catch(() => undefined);
    throw explainDamage(error as Error, file);
  }
}

/** Errors of SQLite, and of the VM for a program that it has accepted before. */
const DAMAGE = /malformed|not a database|Failed to add program/;

function explainDamage(cause: Error, file: string): Error {
  if (!DAMAGE.test(cause.message)) return cause;
  return new Error(
    `The ledger ${file} is damaged (${cause.message}). Restore a backup of it, or start a new ` +
      'chain with --reset, which keeps the old folder.',
    { cause },
  );
}

type Parts = Pick<LedgerParts, 'vm' | 'store' | 'signatures'>;

async function create(parts: Parts, options: LedgerOptions) {
  const { accounts, slotMs, beginsSecondsAgo = 0, wallMs = Date.now, pruning } = options;
  const seed = randomBytes(32);
  const offsetMs = -beginsSecondsAgo * 1_000;
  const unixTimestampMs = wallMs() + offsetMs;
  const clock = new ChainClock({ slot: 1n, unixTimestampMs, offsetMs }, wallMs);
  const ledger = new Ledger({ ...parts, clock, seed, pruning });
  if (accounts) await ledger.setAccounts(accounts);
  // Written last, so that an interrupted start is repeated.
  await parts.store.setMeta({
    ...{ seed: seed.toString('hex'), slotMs: String(slotMs), format: FORMAT },
    ...(offsetMs !== 0 && { offset: String(offsetMs), time: String(unixTimestampMs) }),
  });
  return ledger;
}

async function resume(parts: Parts, { slotMs, wallMs = Date.now, pruning }: LedgerOptions) {
  const { archive } = parts.store;
  const format = archive.getMeta('format');
  if (format !== FORMAT) {
    throw new Error(`this ledger has format ${format}, and this version reads ${FORMAT}`);
  }
  const number = (name: string) => Number(archive.getMeta(name) ?? 0);
  const saved = {
    slot: BigInt(archive.getMeta('slot') ?? 1),
    unixTimestampMs: number('time'),
    offsetMs: number('offset'),
  };
  // Until the stop, slots passed at the old interval.
  const clock = ChainClock.resume(saved, Math.min(slotMs, number('slotMs')), wallMs);
  await parts.store.setMeta({ slotMs: String(slotMs) });
  const seed = Buffer.from(archive.getMeta('seed') ?? '', 'hex');
  return new Ledger({ ...parts, clock, seed, pruning });
}
