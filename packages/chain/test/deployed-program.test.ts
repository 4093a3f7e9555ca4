// Who may replace the program and what its code is, read from a real chain.
import { readFileSync } from 'node:fs';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { expect, test } from 'vitest';
import { describeTrust, TrustReader } from '../../../service/src/queries/read-trust.ts';
import { DeployedProgramReader, hashProgram } from '../src/deployed-program.ts';
import { createWorld, type World } from './world.ts';

const CODE = readFileSync(new URL('../../../program/tote.so', import.meta.url));
/** Other bytes, and the same program: nothing of it is behind its end. */
const OTHER = Buffer.concat([CODE, Buffer.of(1)]);

const readerOf = ({ chain }: World, wallMs = Date.now) =>
  new DeployedProgramReader({ chain, wallMs });

test('the upgrade authority and the hash are those of the deployed program', async () => {
  const world = await createWorld();
  const { address } = world.admin;
  const deployed = { upgradeAuthority: address, hash: hashProgram(CODE) };
  expect(await readerOf(world).read()).toEqual(deployed);
});

test('an upgrade and an authority that is given up are noticed', async () => {
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
  // A sandbox may write code of the same length without a trace in the head.
  const third = Buffer.concat([CODE, Buffer.of(2)]);
  await localnet.sandbox.loadProgram(TOTE_PROGRAM_ADDRESS, third, admin.address);
  now += 60_000;
  expect((await reader.read()).hash).toBe(hashProgram(third));
});

test('zeros behind the code change nothing', async () => {
  const world = await createWorld();
  const { localnet } = world;
  const longer = Buffer.concat([CODE, Buffer.alloc(1_000)]);
  await localnet.sandbox.loadProgram(TOTE_PROGRAM_ADDRESS, longer);
  expect((await readerOf(world).read()).hash).toBe(hashProgram(CODE));
});

test('what is under another loader is refused, not called immutable', async () => {
  const world = await createWorld();
  const { chain } = world;
  const programAddress = chain.addresses.config;
  const reader = new DeployedProgramReader({
    chain: { ...chain, programAddress },
    wallMs: Date.now,
  });
  await expect(reader.read()).rejects.toThrow('who may replace it cannot be told');
});

test('whether it is the committed program is said, unless there is nothing to compare', async () => {
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

test('while the chain does not answer, what it said last stands', async () => {
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
