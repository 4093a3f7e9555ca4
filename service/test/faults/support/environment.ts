// The chain, folder and database of a service that tests kill and restart.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Key } from '@tote/chain/key';
import type { DemoFile } from '../../../src/embedded/demo.ts';
import { SQLITE_FILE } from '../../../src/store/sqlite/open-sqlite.ts';
import { openNewWallet } from '../../support/new-wallet.ts';
import { openPostgres } from '../../support/postgres.ts';
import type { Api, Credential } from './api.ts';
import { SeparateChain } from './separate-chain.ts';

export type Engine = 'SQLite' | 'PostgreSQL';
export type ChainPlace = 'an embedded chain' | 'a separate chain';

export interface Environment extends AsyncDisposable {
  readonly env: Record<string, string>;
  /** With 1,000 SOL. */
  openWallet(api: Api): Promise<Credential & { readonly key: Key }>;
  advanceClock(api: Api, seconds?: number): Promise<unknown>;
  /** A token with a supply that nobody can change. */
  findToken(api: Api): Promise<string>;
  findRpcUrl(): string;
  /** Pending submissions. */
  countPending(): Promise<number>;
}

export async function openEnvironment(
  place: ChainPlace,
  engine: Engine = 'SQLite',
): Promise<Environment> {
  const isPostgres = engine === 'PostgreSQL';
  const databaseUrl = isPostgres ? await (await openPostgres()).createDatabase() : undefined;
  return place === 'an embedded chain' ? openEmbedded(databaseUrl) : openSeparate(databaseUrl);
}

/** The chain runs in the process that is killed. */
function openEmbedded(databaseUrl: string | undefined): Environment {
  const dir = mkdtempSync(join(tmpdir(), 'tote-faults-'));
  const readDemo = (): DemoFile => JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8'));
  return {
    env: {
      TOTE_PORT: '0',
      TOTE_RPC_PORT: '0',
      TOTE_SLOT_MS: '50',
      TOTE_SANDBOX: '1',
      TOTE_DEMO: '0',
      TOTE_LOG_LEVEL: 'silent',
      TOTE_DATA_DIR: dir,
      ...(databaseUrl !== undefined && { TOTE_DATABASE_URL: databaseUrl }),
    },
    openWallet: (api) => openNewWallet(api.baseUrl, { SOL: '1000' }),
    advanceClock: (api, advanceSeconds = 10) => {
      const [as] = readDemo().wallets;
      return api.call('POST', '/sandbox/clock', { body: { advanceSeconds }, as });
    },
    findToken: async (api) => (await api.get('/config')).body.demo.tokens[1].mint,
    findRpcUrl: () => readDemo().rpcUrl,
    countPending: () => countPending(dir, databaseUrl),
    [Symbol.asyncDispose]: async () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** The chain runs in the test's process, so only the service is killed. */
async function openSeparate(databaseUrl: string | undefined): Promise<Environment> {
  const chain = await SeparateChain.start();
  const env = { ...chain.env(databaseUrl), TOTE_RATE_LIMIT_WALLET: '0' };
  return {
    env,
    openWallet: (api) => chain.openWallet(api, 1_000n),
    advanceClock: (_api, seconds = 10) => chain.localnet.sandbox.advanceClock(seconds),
    findToken: () => createToken(chain),
    findRpcUrl: () => chain.localnet.url ?? '',
    countPending: () => countPending(chain.env().TOTE_DATA_DIR as string, databaseUrl),
    [Symbol.asyncDispose]: () => chain.close(),
  };
}

async function createToken({ localnet, keys }: SeparateChain): Promise<string> {
  const mint = await localnet.sandbox.createMint({ decimals: 6 });
  await localnet.sandbox.mintTo(mint, keys.admin.address, 10_000_000n);
  return mint;
}

/** Reads beside a running service. */
async function countPending(dir: string, databaseUrl: string | undefined): Promise<number> {
  const text = "select count(*) as count from submissions where state = 'pending'";
  if (databaseUrl !== undefined) {
    const [row] = await (await openPostgres()).query(text, databaseUrl);
    return Number(row?.count);
  }
  using db = new DatabaseSync(join(dir, SQLITE_FILE), { readOnly: true });
  return Number((db.prepare(text).get() as { count: number }).count);
}
