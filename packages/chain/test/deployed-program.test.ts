// Upgrade authority and code hash, read from a real chain.
import { readFileSync } from 'node:fs';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { expect, test } from 'vitest';
import { describeTrust, TrustReader } from '../../../service/src/queries/read-trust.ts';
import { DeployedProgramReader, hashProgram } from '../src/deployed-program.ts';
import { createWorld, type World } from './world.ts';

const CODE = readFileSync(new URL('../../../program/tote.so', import.meta.url));
/** Different bytes, but an equivalent program: they are after the end of the ELF. */
const OTHER = Buffer.concat([CODE, Buffer.of(1)]);

const readerOf = ({ chain }: World, wallMs = Date.now) =>
  new DeployedProgramReader({ chain, wallMs });

test('the upgrade authority and the hash are those of the deployed program', async () => {
  const world = await createWorld();
  const { address } = world.admin;
  const deployed = { upgradeAuthority: address, hash: hashProgram(CODE) };
  expect(await readerOf(world).read()).toEqual(deployed);
});

test('an upgrade and a removed authority are detected', async () => {
  const world = await createWorld();
  const { localnet, admin } = world;
  let now = 0;
  const reader = readerOf(world, () => now);
  await reader.read();
  await localnet.sandbox.loadProgram(TOTE_PROGRAM_ADDRESS, CODE);
  expect(await reader.read()).toEqual({ upgradeAuthority: null, hash: hashProgram(CODE) });
  await localnet.sandbox.loadProgram(TOTE_PROGRAM_ADDRESS, OTHER, admin.address);
  const other = { upgradeAuthority: admin.address, hash: hashProgram(OTHER) };
  expect(await reader.read()).toEqual(other);
  // The sandbox may write code of the same length without changing the header.
  const third = Buffer.concat([CODE, Buffer.of(2)]);
  await localnet.sandbox.loadProgram(TOTE_PROGRAM_ADDRESS, third, admin.address);
  now += 60_000;
  expect((await reader.read()).hash).toBe(hashProgram(third));
});

test('a program of another loader is refused, not reported as immutable', async () => {
  const world = await createWorld();
  const { chain } = world;
  const programAddress = chain.addresses.config;
  const reader = new DeployedProgramReader({
    chain: { ...chain, programAddress },
    wallMs: Date.now,
  });
  await expect(reader.read()).rejects.toThrow('its upgrade authority is unknown');
});

test('reports whether it is the committed program, if there is one to compare with', async () => {
  const world = await createWorld();
  const config = await world.chain.accounts.getConfig();
  const deployed = await readerOf(world).read();
  const facts = { config, deployed, mintAuthority: null };
  const matches = (committedHash: string | null) =>
    describeTrust({ ...facts, committedHash }).programMatches;
  expect(matches(hashProgram(CODE))).toBe(true);
  expect(matches(hashProgram(OTHER))).toBe(false);
  expect(matches(null)).toBeNull();
});

test('while the chain does not respond, the last result is kept', async () => {
  const world = await createWorld();
  const { chain } = world;
  let isAway = false;
  let now = 0;
  const away = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isAway) throw new Error('away');
    return work();
  };
  const reader = await TrustReader.start({
    chain,
    live: { refresh: () => away(() => chain.accounts.getConfig()) },
    program: readerOf(world),
    committedHash: null,
    wallMs: () => now,
  });
  const first = await reader.get();
  isAway = true;
  now += 10_000;
  expect(await reader.get()).toEqual(first);
  isAway = false;
  now += 10_000;
  expect(await reader.get()).toEqual(first);
});
