import { generateKeyPairSigner } from '@solana/kit';
import { expect, test } from 'vitest';
import { systemAccount } from '../../src/ledger/account.ts';
import type { JsonRpcResponse } from '../../src/rpc/json-rpc.ts';
import { keyOf, SOL, startWorld, type World } from './support.ts';

const DAY_SECONDS = 86_400;
/** What one address can get in a day. */
const LIMIT = 10_000_000n * SOL;

const newAddress = async () => (await generateKeyPairSigner()).address;
const balanceOf = ({ ledger }: World, address: string) =>
  ledger.getAccount(keyOf(address), 'processed')?.lamports ?? 0n;

const airdrop = ({ server }: World, to: string, lamports: bigint): Promise<JsonRpcResponse> =>
  server.handle({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [to, lamports] }, {});

test('an address gets airdrops up to a limit per day', async () => {
  const world = await startWorld();
  const [to, other] = [await newAddress(), await newAddress()];
  expect(await airdrop(world, to, LIMIT + 1n)).toHaveProperty('error');
  expect(balanceOf(world, to)).toBe(0n);
  expect(await airdrop(world, to, LIMIT - SOL)).toHaveProperty('result');
  const refused = await airdrop(world, to, SOL + 1n);
  expect(refused).toMatchObject({ error: { code: -32600 } });
  expect(refused).toHaveProperty(
    'error.message',
    expect.stringMatching(/at most 10000000 SOL .* another address than \w+, or wait \d+ s/),
  );
  expect(await airdrop(world, to, SOL)).toHaveProperty('result');
  expect(await airdrop(world, to, 1n)).toHaveProperty('error');
  expect(balanceOf(world, to)).toBe(LIMIT);
  expect(await airdrop(world, other, LIMIT)).toHaveProperty('result');
  await world.ledger.advanceClock(DAY_SECONDS - 10);
  expect(await airdrop(world, to, SOL)).toHaveProperty('error');
  await world.ledger.advanceClock(10);
  expect(await airdrop(world, to, SOL)).toHaveProperty('result');
  expect(balanceOf(world, to)).toBe(LIMIT + SOL);
});

test('an airdrop that failed does not count', async () => {
  const world = await startWorld();
  const to = await newAddress();
  const unknown = { recentBlockhash: to };
  const call = { jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [to, LIMIT, unknown] };
  expect(await world.server.handle(call, {})).toHaveProperty('error');
  expect(await airdrop(world, to, LIMIT)).toHaveProperty('result');
});

test('concurrent airdrops cannot exceed the limit', async () => {
  const world = await startWorld();
  const to = await newAddress();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => airdrop(world, to, LIMIT / 4n)),
  );
  expect(answers.filter((answer) => 'result' in answer)).toHaveLength(4);
  expect(balanceOf(world, to)).toBe(LIMIT);
});

test('code of the same process has no limit', async () => {
  const world = await startWorld();
  const to = await newAddress();
  await world.ask('requestAirdrop', to, LIMIT * 2n);
  expect(balanceOf(world, to)).toBe(LIMIT * 2n);
});

test.each([0n, 1n, 5_000n, 1_000_000n])(
  'a faucet that was left with %d lamports pays again',
  async (left) => {
    const world = await startWorld();
    const { address } = world.faucet;
    await world.ledger.setAccounts(new Map([[address, left === 0n ? null : systemAccount(left)]]));
    const to = await newAddress();
    await world.ask('requestAirdrop', to, 999n * SOL);
    expect(balanceOf(world, to)).toBe(999n * SOL);
  },
);
