import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { expect, test, vi } from 'vitest';
import type { Account } from '../../src/ledger/account.ts';
import { AnswerBudget, AnswerSize } from '../../src/rpc/answer-budget.ts';
import { addressText } from '../../src/rpc/encodings.ts';
import { unownedAddress } from '../support/transfers.ts';
import { keyOf, SOL, startWorld, transfer, type World } from './support.ts';

const IN_BASE64 = { encoding: 'base64', commitment: 'processed' };
const TOO_LARGE = { error: { code: -32600, message: expect.stringContaining('10000000 bytes') } };

async function startServing() {
  const world = await startWorld();
  const budget = new AnswerBudget();
  const serve = async (method: string, ...params: unknown[]) => {
    const size = new AnswerSize(budget);
    const request = { jsonrpc: '2.0', id: 1, method, params };
    return { answer: await world.server.handle(request, {}, size), bytes: size.bytes };
  };
  return { ...world, budget, serve };
}

const account = (owner: string, data: Uint8Array): Account => ({
  ...{ lamports: 100n * SOL, owner: keyOf(owner), data, isExecutable: false },
});

const setAccounts = ({ ledger }: World, ...accounts: Account[]) =>
  ledger.setAccounts(new Map(accounts.map((one, i) => [unownedAddress(i), one])));

/** Token accounts of one mint and owner, each with as many bytes as an account can have. */
function longTokenAccount(owner: string): Account {
  const data = new Uint8Array(10 * 1024 * 1024);
  data.set(Buffer.from(keyOf(owner), 'latin1'), 32);
  data[108] = 1;
  data[165] = 2;
  return account('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', data);
}

test('getMultipleAccounts reads a repeated address once and counts each time it is shown', async () => {
  const world = await startServing();
  const { payer, ledger, serve } = world;
  await setAccounts(world, account(payer.address, new Uint8Array(60_000)));
  const addresses = (count: number) => Array(count).fill(addressText(unownedAddress(0)));
  const reads = vi.spyOn(ledger, 'getAccount');
  const { answer, bytes } = await serve('getMultipleAccounts', addresses(100), IN_BASE64);
  expect(reads).toHaveBeenCalledOnce();
  expect(answer).toMatchObject({ result: { value: { length: 100 } } });
  expect(bytes).toBeGreaterThan(8_000_000);
  await setAccounts(world, account(payer.address, new Uint8Array(80_000)));
  expect((await serve('getMultipleAccounts', addresses(100), IN_BASE64)).answer).toMatchObject(
    TOO_LARGE,
  );
});

test('token accounts and simulated accounts are counted', async () => {
  const world = await startServing();
  const { payer, budget, serve, sign } = world;
  const token = longTokenAccount(payer.address);
  await setAccounts(world, token, account(payer.address, new Uint8Array(8_000_000)));
  const ofProgram = { programId: addressText(token.owner) };
  const byOwner = await serve('getTokenAccountsByOwner', payer.address, ofProgram, IN_BASE64);
  expect(byOwner.answer).toMatchObject(TOO_LARGE);
  const large = addressText(unownedAddress(1));
  const { base64 } = await sign([transfer(payer, large, 1n)]);
  const simulate = (...addresses: string[]) =>
    serve('simulateTransaction', base64, {
      ...{ encoding: 'base64', accounts: { addresses, encoding: 'base64' } },
    });
  expect((await simulate(large)).answer).toMatchObject(TOO_LARGE);
  expect(budget.inFlight).toBe(0);
  expect((await simulate(payer.address)).answer).toHaveProperty('result');
  expect(
    (await serve('getTokenAccountsByOwner', payer.address, { programId: TOKEN_PROGRAM_ADDRESS }))
      .answer,
  ).toHaveProperty('result');
});

test('a transaction is sent even if there is no room for answers', async () => {
  const { payer, budget, serve, sign, ledger } = await startServing();
  budget.take(96_000_000, 0);
  expect((await serve('getSlot')).answer).toMatchObject({
    error: { code: -32603, message: expect.stringContaining('Try again') },
  });
  const to = addressText(unownedAddress(5));
  const { base64, signature } = await sign([transfer(payer, to, SOL)]);
  const { answer } = await serve('sendTransaction', base64, { encoding: 'base64' });
  expect(answer).toMatchObject({ result: signature });
  expect(ledger.getAccount(unownedAddress(5), 'processed')?.lamports).toBe(SOL);
  budget.release(8);
  expect((await serve('getSlot')).answer).toHaveProperty('result');
});
