// The library of the verifier in an environment that has nothing of Node.
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { World } from '../../../service/test/support/world.ts';
import { onePackageOnce } from '../../../tools/build/bundle.mjs';
import type * as library from '../src/index.ts';

const ENTRY = fileURLToPath(new URL('../src/index.ts', import.meta.url));
const GZIP_BYTES_MAX = 93 * 1024;

/** What browsers have, too. */
const WEB = {
  ...{ fetch, crypto, URL, AbortSignal, TextEncoder, TextDecoder, atob, btoa },
  ...{ setTimeout, clearTimeout, Uint8Array, ArrayBuffer, DataView, console },
  isSecureContext: true,
};

async function bundle(minify: boolean): Promise<string> {
  const { outputFiles, warnings } = await build({
    entryPoints: [ENTRY],
    ...{ bundle: true, write: false, platform: 'browser', format: 'iife', globalName: 'library' },
    ...{ target: 'es2023', minify },
    // In a project that installs the package, kit's parts are there once.
    plugins: [onePackageOnce()],
  });
  expect(warnings).toEqual([]);
  return outputFiles[0]?.text ?? '';
}

async function load(): Promise<typeof library> {
  const context = createContext({ ...WEB });
  new Script(await bundle(false)).runInContext(context);
  return context.library;
}

test('a page loads at most 93 KiB of it', async () => {
  expect(gzipSync(await bundle(true)).length).toBeLessThanOrEqual(GZIP_BYTES_MAX);
});

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

test('verifies a fact, samples and an attestation', async () => {
  const { createNode, parseMarket, verifyMarket } = await load();
  const { now } = (await world.get('/config')).body;
  const expireAt = new Date(Date.parse(now) + 700_000).toISOString();
  const questions = [
    ...['Will SOL be above $100 at expiry?', 'Will SOL hit $1,000,000?'],
    'Will it rain in Lisbon?',
  ];
  const ids: string[] = [];
  for (const question of questions) ids.push(await world.createMarket({ question, expireAt }));
  for (const id of ids) {
    await world.bet(id, 'alice', 'Yes', '2');
    await world.bet(id, 'bob', 'No', '1');
  }
  await world.advance(701);
  const chain = { node: createNode(world.demo.rpcUrl), programAddress: TOTE_PROGRAM_ADDRESS };
  const { baseUrl } = world.service;
  for (const [index, id] of ids.entries()) {
    const address = parseMarket(id);
    if (!address) throw new Error(`${id} is no market`);
    await expect.poll(async () => (await world.get(`/markets/${id}/resolution`)).status).toBe(200);
    const seen: unknown[] = [];
    const onCheck = (check: unknown) => seen.push(check);
    const { isTrue, checks, counts } = await verifyMarket({ chain, baseUrl, onCheck }, address);
    expect(seen).toEqual(checks);
    const wrong = checks.filter(({ status }) => status !== 'ok' && status !== 'said');
    expect([isTrue, wrong]).toEqual([true, []]);
    expect(counts.oracleWord).toBe(index === 0 ? 0 : 1);
  }
});
