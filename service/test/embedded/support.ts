// Test setup: a new chain with our program, and a folder for keys.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openChain } from '@tote/chain/open-chain';
import { type Localnet, type LocalnetOptions, startLocalnet } from '@tote/localnet';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { loadEmbeddedKeys, loadKey } from '../../src/settings/keys.ts';

export const PROGRAM_FILE = resolve(import.meta.dirname, '../../../program/tote.so');

export type EmptyWorld = Awaited<ReturnType<typeof startEmptyWorld>>;

interface EmptyWorldOptions extends Pick<LocalnetOptions, 'http'> {
  /** The data directory of a service that starts there later. */
  dataDir?: string;
}

/** A chain with the program and nothing else. */
export async function startEmptyWorld({ dataDir, ...options }: EmptyWorldOptions = {}) {
  const dir = dataDir ?? mkdtempSync(join(tmpdir(), 'tote-genesis-'));
  const keysDir = join(dir, 'keys');
  const folder = { dir: keysDir, mayCreate: true };
  const keys = await loadEmbeddedKeys(folder);
  const treasury = await loadKey(folder, 'treasury');
  const address = TOTE_PROGRAM_ADDRESS;
  const localnet = await startLocalnet({
    inThread: false,
    slotMs: 20,
    ...(dataDir && { dir: join(dataDir, 'chain') }),
    ...options,
    programs: [{ address, file: PROGRAM_FILE, upgradeAuthority: keys.admin.address }],
  });
  const chain = await openChain({
    transport: localnet.rpcTransport,
    subscriptionsTransport: localnet.rpcSubscriptionsTransport,
    programAddress: address,
    wallMs: () => Date.now(),
    sampleMs: 100,
  });
  const close = async () => {
    await chain.close();
    await localnet.close();
    if (!dataDir) rmSync(dir, { recursive: true });
  };
  return { dir, keysDir, localnet, chain, keys, treasury, close };
}

/** Opens the chain of a stopped service. */
export async function onChain<T>(
  dataDir: string,
  work: (localnet: Localnet) => Promise<T>,
): Promise<T> {
  const localnet = await startLocalnet({ dir: join(dataDir, 'chain'), slotMs: 50 });
  try {
    return await work(localnet);
  } finally {
    await localnet.close();
  }
}
