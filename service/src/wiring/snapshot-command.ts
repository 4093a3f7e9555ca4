// `tote snapshot create`, `tote snapshot check` and `tote snapshot restore`.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Address, createDefaultRpcTransport, isAddress } from '@solana/kit';
import { listSignaturePage } from '@tote/chain/history/list-signatures';
import { UsageError } from '@tote/chain/lib/usage-error';
import { openChain } from '@tote/chain/open-chain';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { openPlatform } from '../embedded/platform.ts';
import { createIndexer } from '../indexer/indexer.ts';
import {
  type CheckedSnapshot,
  checkSnapshot,
  restoreSnapshot,
} from '../indexer/snapshot/restore-snapshot.ts';
import { writeSnapshot } from '../indexer/snapshot/write-snapshot.ts';
import { loadKey } from '../settings/keys.ts';
import type { Settings } from '../settings/read-settings.ts';
import { chainIdentityOf } from '../store/journal/chain-identity.ts';
import { openStore } from '../store/open-store.ts';
import { requireNoReplicas } from '../store/postgres/lease-session.ts';
import { openReader } from '../store/snapshot/tables.ts';
import { createLog, createRedact } from '../telemetry/log.ts';

const USAGE =
  'Use tote snapshot create --out <file>, tote snapshot check <file> --url <node> or ' +
  'tote snapshot restore <file>.';

/** Accounts are scanned, which takes a node long. */
const SCAN_TIMEOUT_MS = 120_000;
const SHOWN_MAX = 20;

const TEXT = { type: 'string' } as const;

type Print = (line: string) => void;

const ACTIONS = new Map([
  ['create', createSnapshot],
  ['check', check],
  ['restore', restore],
]);

export async function runSnapshotCommand(settings: Settings, args: readonly string[]) {
  const [name = '', ...rest] = args;
  const run = ACTIONS.get(name);
  if (!run) throw new UsageError(USAGE);
  await run(settings, rest, console.log);
  // Threads of the chain would keep the process alive.
  process.exit();
}

export async function createSnapshot(settings: Settings, args: readonly string[], print: Print) {
  const { out } = readOptions(args, { out: TEXT }, 0).values;
  if (out === undefined) throw new UsageError(USAGE);
  const file = resolve(out);
  const key = await loadKey({ dir: settings.keysDir, mayCreate: false }, 'oracle');
  const { dataDir: dir, databaseUrl } = settings;
  const reader = await openReader({ dir, databaseUrl });
  try {
    const { head, end } = await writeSnapshot({ db: reader.db, file, key });
    const rows = Object.values(end.counts).reduce((sum, count) => sum + count, 0);
    print(`The snapshot is in ${file}: ${rows} rows, ${statSync(file).size} bytes.`);
    print(`It is of slot ${head.slot}; the indexer continues after slot ${head.cursor.slot}.`);
    print(`Signed by ${end.signer}, SHA-256 ${end.sha256}.`);
  } finally {
    await reader.close();
  }
}

export async function check(settings: Settings, args: readonly string[], print: Print) {
  const { values, file } = readOptions(args, { url: TEXT, program: TEXT, signer: TEXT }, 1);
  const url = values.url ?? settings.rpcUrl;
  if (url === undefined) throw new UsageError('Name a node of the chain: --url http://...');
  const signer = readAddress(values.signer, '--signer');
  const programAddress =
    readAddress(values.program, '--program') ?? settings.programAddress ?? TOTE_PROGRAM_ADDRESS;
  const wallMs = () => Date.now();
  const log = createLog('error', createRedact(settings, [url]));
  const transport = createDefaultRpcTransport({ url });
  const timeoutMs = SCAN_TIMEOUT_MS;
  const chain = await openChain({ transport, programAddress, wallMs, timeoutMs });
  try {
    report(await checkSnapshot({ file, chain, signer, wallMs, log }), print);
  } finally {
    await chain.close();
  }
}

function report({ head, end, comparison, unchecked }: CheckedSnapshot, print: Print): void {
  const { markets, bettors, positions, differences, isSettled } = comparison;
  print(`Program ${head.programAddress} on the chain ${head.genesisHash}.`);
  print(`Slot ${head.slot}, signed by ${end.signer}, SHA-256 ${end.sha256}.`);
  print(
    `Compared with the chain: ${markets} open markets, ${bettors} bettors with their balances, ` +
      `${positions} open positions, both vaults.`,
  );
  print(
    `No longer on chain, so only the signature vouches for it: ${unchecked.markets} ` +
      `closed markets with their texts, ${unchecked.bets} bets and ${unchecked.positions} ` +
      'positions in them; also which bets make up the sums of open ones, and past transfers.',
  );
  if (differences.size === 0) {
    print('No difference.');
    return;
  }
  for (const [account, reason] of [...differences].slice(0, SHOWN_MAX))
    print(`${account}: ${reason}`);
  throw new Error(
    isSettled
      ? `The snapshot differs from the chain in ${differences.size} accounts.`
      : 'The chain changed while it was compared. Check it again.',
  );
}

export async function restore(settings: Settings, args: readonly string[], print: Print) {
  const { values, file } = readOptions(args, { replace: { type: 'boolean' }, signer: TEXT }, 1);
  const wallMs = () => Date.now();
  const log = createLog(settings.logLevel, createRedact(settings));
  const platform = await openPlatform(settings, wallMs, log);
  const { dataDir: dir, databaseUrl } = settings;
  const store = await openStore(databaseUrl ? { databaseUrl } : { dir });
  try {
    const { chain, programConfig } = platform;
    if (values.replace === true) await requireNoReplicas(store.db);
    const [newest] = await listSignaturePage(chain.rpc, chain.programAddress, { limit: 1 });
    const { head } = await restoreSnapshot({
      ...{ store, file, newest, isReplacing: values.replace === true },
      identity: chainIdentityOf(chain),
      signer: readAddress(values.signer, '--signer') ?? programConfig.oracle,
    });
    print(`The database has the snapshot of slot ${head.slot}. It catches up with the chain.`);
    const indexer = createIndexer({ chain, store, wallMs, log });
    await indexer.rebuild((done, total) => print(`${done} of ${total} transactions`));
    print('Done. A snapshot has no API keys, Idempotency-Keys, evidence, samples and events.');
  } finally {
    await store.close();
    await platform.close();
  }
}

type Values = Partial<Record<'out' | 'url' | 'program' | 'signer', string>> & { replace?: boolean };
type OptionTypes = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

function readOptions(args: readonly string[], options: OptionTypes, files: 0 | 1) {
  try {
    const { values, positionals } = parseArgs({
      ...{ args: [...args], options, allowPositionals: true },
    });
    if (positionals.length !== files) throw new UsageError(USAGE);
    return { values: values as Values, file: resolve(positionals[0] ?? '.') };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${(error as Error).message}. ${USAGE}`);
  }
}

function readAddress(text: string | undefined, option: string): Address | undefined {
  if (text === undefined) return undefined;
  if (!isAddress(text)) throw new UsageError(`${option}: "${text}" is not an address`);
  return text;
}
