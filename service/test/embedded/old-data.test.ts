// Data of another version of the program, or of another chain: the start is refused with a message
// that says what to do, and the data stays unchanged.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '@solana/kit';
import { createKey } from '@tote/chain/key';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startService } from '../../src/service.ts';
import { chainIdentityOf, claimForChain } from '../../src/store/journal/chain-identity.ts';
import { setSetting } from '../../src/store/journal/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { World, worldConfig } from '../support/world.ts';
import { onChain } from './support.ts';

const PROGRAM_FILE = new URL('../../../program/tote.so', import.meta.url);

/** The data folder of a stopped service; every test has its own copy. */
let left: string;
let dir: string;
beforeAll(async () => {
  const world = await World.start();
  left = world.dir;
  await world.createMarket();
  await world.service.close();
});
afterAll(() => rmSync(left, { recursive: true, force: true }));
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tote-old-'));
  cpSync(left, dir, { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const start = () => startService(worldConfig(dir));

const onDatabase = async <T>(
  work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
) => {
  const store = await openStore({ dir });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
};

describe('another program on an old ledger', () => {
  const OTHER = Buffer.concat([readFileSync(PROGRAM_FILE), Buffer.of(1)]);
  const loadOther = (authority: Address | undefined) =>
    onChain(dir, ({ sandbox }) => sandbox.loadProgram(TOTE_PROGRAM_ADDRESS, OTHER, authority));
  test('is replaced by ours when the data is of our version', async () => {
    const { body } = await readTrust();
    await loadOther(body.trust.upgradeAuthority);
    const { body: now } = await readTrust();
    expect(now.trust).toEqual(body.trust);
    expect(now.trust.programMatches).toBe(true);
  });

  test('is refused and not changed when we may not replace it', async () => {
    await loadOther((await createKey()).address);
    await expect(start()).rejects.toThrow('is not program/tote.so, and only');
    await loadOther(undefined);
    await expect(start()).rejects.toThrow('only nobody may replace it');
  });

  async function readTrust() {
    const world = await World.start({}, dir);
    try {
      return await world.get('/config');
    } finally {
      await world.service.close();
    }
  }
});

describe('a database of another chain', () => {
  test('is refused, naming both chains', async () => {
    rmSync(join(dir, 'chain'), { recursive: true });
    rmSync(join(dir, 'keys'), { recursive: true });
    const error = await start().then(
      () => new Error('it started'),
      (reason: Error) => reason,
    );
    expect(error.message).toMatch(
      /The database belongs to program \w+ .* on \w+, but the chain is/,
    );
    expect(error.message).toContain('or an empty one');
  });

  test('that is older than this check is refused too', async () => {
    await onDatabase((store) =>
      store.write((db) => db.deleteFrom('settings').where('name', '=', 'chain').execute()),
    );
    await expect(start()).rejects.toThrow('was written for an older version of the program');
  });

  test('an empty one is accepted, and so is its own', async () => {
    const other = mkdtempSync(join(tmpdir(), 'tote-empty-'));
    const chain = { genesisHash: 'one', programAddress: 'program' };
    const store = await openStore({ dir: other });
    await claimForChain(store, chainIdentityOf(chain));
    await claimForChain(store, chainIdentityOf(chain));
    const another = claimForChain(store, chainIdentityOf({ ...chain, genesisHash: 'two' }));
    await expect(another).rejects.toThrow('belongs to program program');
    const address = claimForChain(store, chainIdentityOf({ ...chain, programAddress: 'other' }));
    await expect(address).rejects.toThrow('but the chain is program other');
    const old = JSON.stringify({ ...chainIdentityOf(chain), accountVersion: 1 });
    await store.write((db) => setSetting(db, 'chain', old));
    await expect(claimForChain(store, chainIdentityOf(chain))).rejects.toThrow(
      'accounts of version 1',
    );
    await store.close();
    rmSync(other, { recursive: true });
  });
});
