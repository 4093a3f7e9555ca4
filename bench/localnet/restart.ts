// How long a ledger with a long past takes to open, and how much memory it needs.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalnet } from '@tote/localnet';
import type { AccountMap } from '../../packages/localnet/src/ledger/account.ts';
import { Archive, packGroup } from '../../packages/localnet/src/ledger/archive.ts';
import { toKey } from '../../packages/localnet/src/ledger/key.ts';
import { NOTHING_LOADED } from '../../packages/localnet/src/ledger/lookup-tables.ts';
import { packReceipt } from '../../packages/localnet/src/ledger/packed-receipt.ts';
import type { TransactionRecord } from '../../packages/localnet/src/ledger/record.ts';
import {
  coins,
  createWallet,
  nobody,
  transfer,
} from '../../packages/localnet/test/support/transfers.ts';

const GROUP = 500;
const MIB = 1_024 * 1_024;

export interface Restart {
  transactions: number;
  accounts: number;
  openMs: number;
  residentMib: number;
}

/** Writes a past of this size to disk and opens it, in this process. */
export async function measureRestart(transactions: number, accounts: number): Promise<Restart> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-bench-'));
  try {
    await (await startLocalnet({ dir })).close();
    writePast(join(dir, 'ledger.db'), transactions, accounts);
    const before = process.memoryUsage().rss;
    const start = performance.now();
    const localnet = await startLocalnet({ dir });
    await localnet.rpc.getHealth().send();
    const openMs = performance.now() - start;
    const residentMib = (process.memoryUsage().rss - before) / MIB;
    await localnet.close();
    return { transactions, accounts, openMs, residentMib };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The bytes are a real transfer's; only the signatures differ, which is all that is looked up. */
function writePast(file: string, transactions: number, accounts: number): void {
  const archive = new Archive(file);
  const wallet = createWallet();
  const bytes = transfer(wallet, nobody(1), 1n, toKey(new Uint8Array(32)));
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
    // Far apart: only signatures of the last slots are kept in memory.
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
      changed.set(nobody(writtenAccounts), { ...coins(10n ** 9n), data: randomBytes(200) });
    }
    const clock = { slot, unixTimestampMs: 1_800_000_000_000, offsetMs: 0 };
    archive.append(packGroup({ id, records, accounts: changed, ...clock }));
    if (id % 16n === 0n) archive.file();
  }
  while (archive.file() !== undefined);
  archive.close();
}
