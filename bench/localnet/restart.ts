// Measures the time and the memory to open a ledger with a long history.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLocalnet } from '@tote/localnet';
import type { AccountMap } from '../../packages/localnet/src/ledger/account.ts';
import { Archive, packGroup } from '../../packages/localnet/src/ledger/archive.ts';
import { toKey } from '../../packages/localnet/src/ledger/key.ts';
import { NOTHING_LOADED } from '../../packages/localnet/src/ledger/lookup-tables.ts';
import { packReceipt } from '../../packages/localnet/src/ledger/packed-receipt.ts';
import type { TransactionRecord } from '../../packages/localnet/src/ledger/record.ts';
import {
  createWallet,
  transfer,
  unownedAddress,
  walletAccount,
} from '../../packages/localnet/test/support/transfers.ts';
import type { Opened } from './open-once.ts';
import { median } from './rate.ts';

const GROUP = 500;
const OPENED = 3;
const MIB = 1_024 * 1_024;

export interface Restart {
  transactions: number;
  accounts: number;
  openMs: number;
  residentMib: number;
}

/**
 * Writes a ledger of this size to disk and opens it, each time in a new process. The memory is the
 * difference to a process that opens an empty chain.
 */
export async function measureRestart(transactions: number, accounts: number): Promise<Restart> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-bench-'));
  try {
    await (await startLocalnet({ dir })).close();
    const empty = open(dir);
    writePast(join(dir, 'ledger.db'), transactions, accounts);
    const full = open(dir);
    const residentMib = (full.residentBytes - empty.residentBytes) / MIB;
    return { transactions, accounts, openMs: full.openMs, residentMib };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Repeated, because the time of garbage collections varies more than the measured value. */
function open(dir: string): Opened {
  const all = Array.from({ length: OPENED }, () => openOnce(dir));
  return {
    openMs: median(all.map(({ openMs }) => openMs)),
    residentBytes: median(all.map(({ residentBytes }) => residentBytes)),
  };
}

function openOnce(dir: string): Opened {
  const script = fileURLToPath(new URL('./open-once.ts', import.meta.url));
  const output = execFileSync(process.execPath, ['--import', 'tsx', script, dir]);
  return JSON.parse(output.toString()) as Opened;
}

/** The bytes of a real transfer with different signatures, the only part that is searched. */
function writePast(file: string, transactions: number, accounts: number): void {
  const archive = new Archive(file);
  const wallet = createWallet();
  const bytes = transfer(wallet, unownedAddress(1), 1n, toKey(new Uint8Array(32)));
  const balances = { lamports: [1n, 1n, 1n], tokens: [] };
  const receipt = packReceipt({
    ...{ error: null, fee: 5_000n, computeUnits: 150n, inner: [], returnData: null },
    logs: ['Program 11111111111111111111111111111111 invoke [1]'],
    ...{ pre: balances, post: balances, loaded: NOTHING_LOADED },
  });
  let id = archive.lastGroup();
  let writtenAccounts = 0;
  for (let written = 0; written < transactions; written += GROUP) {
    id += 1n;
    // Far apart, because signatures of the last slots are kept in memory.
    const slot = id * 1_000n;
    const records = Array.from(
      { length: GROUP },
      (): TransactionRecord => ({
        ...{ kind: 'transaction', slot, unixTimestamp: 1_800_000_000n, bytes, receipt },
        signature: toKey(randomBytes(64)),
      }),
    );
    const changed: AccountMap = new Map();
    const target = Math.ceil((accounts * (written + GROUP)) / transactions);
    for (; writtenAccounts < target; writtenAccounts += 1) {
      changed.set(unownedAddress(writtenAccounts), {
        ...walletAccount(10n ** 9n),
        data: randomBytes(200),
      });
    }
    const clock = { slot, unixTimestampMs: 1_800_000_000_000, offsetMs: 0 };
    archive.append(packGroup({ id, records, accounts: changed, ...clock }));
    if (id % 16n === 0n) archive.indexNext();
  }
  while (archive.indexNext() !== undefined);
  archive.close();
}
