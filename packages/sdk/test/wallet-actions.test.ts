// A wallet with an account of its own: opened, filled, emptied, with and without a delegate.
import { generateKeyPair } from '@solana/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { World } from '../../../service/test/support/world.ts';
import {
  createTote,
  decimal,
  type Signer,
  signerFromKeyPair,
  type Tote,
  type ToteError,
  toBaseUnits,
} from '../src/index.ts';

let world: World;
let signer: Signer;
let tote: Tote;
beforeAll(async () => {
  world = await World.start();
  signer = await signerFromKeyPair((await generateKeyPair()) as never);
  tote = createTote({ url: world.service.baseUrl, credential: { signer }, rpc: world.demo.rpcUrl });
});
afterAll(() => world.close());

const codeOf = (call: Promise<unknown>) => call.catch((error: ToteError) => error.code);
const tomorrow = async () => new Date(Date.parse((await tote.getConfig()).now) + 86_400_000);

async function rpc(method: string, ...params: unknown[]) {
  const response = await fetch(world.demo.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result: { value: number } }).result;
}

const lamports = async () =>
  BigInt((await rpc('getBalance', signer.address, { commitment: 'confirmed' })).value);

test('without a signer nothing is asked of the service', async () => {
  const nobody = createTote({ url: 'http://localhost:1' });
  expect(await codeOf(nobody.openAccount())).toBe('signer_missing');
});

test('an account is opened, filled and emptied', async () => {
  expect(await tote.openAccount({ slots: 3 })).toMatchObject({ state: 'confirmed' });
  const opened = await tote.getAccount();
  expect(opened).toMatchObject({ open: true, delegate: null, slots: { total: 3, used: 0 } });
  expect(await codeOf(tote.openAccount())).toBe('bettor_exists');

  await tote.useFaucet({ currency: 'SOL', amount: decimal('5') });
  await tote.withdraw({ currency: 'SOL', amount: decimal('3.000000001') });
  expect(await lamports()).toBe(3_000_000_001n);
  await tote.deposit({ currency: 'SOL', amount: 1n });
  expect(await lamports()).toBe(3_000_000_000n);
  expect((await tote.getAccount()).balances.SOL).toBe('2');

  await tote.useFaucet({ currency: 'UTILITY', amount: decimal('10') });
  await tote.withdraw({ currency: 'UTILITY', amount: decimal('4') });
  await tote.deposit({ currency: 'UTILITY', amount: decimal('1.5'), feePayer: 'wallet' });
  expect((await tote.getAccount()).balances.UTILITY).toBe('7.5');
  const left = await tote.withdraw({ currency: 'SOL', amount: decimal('0.5'), wait: 'finalized' });
  expect(left.state).toBe('finalized');
});

test('the service bets for the wallet while it is allowed, up to the sum and the time', async () => {
  const marketId = await world.createMarket();
  const bet = { marketId, outcome: 'Yes', amount: decimal('0.25') } as const;
  expect(await codeOf(tote.placeBet(bet))).toBe('delegate_missing');
  const until = await tomorrow();
  await tote.allow({ sol: decimal('0.4'), until });
  const { delegate } = await tote.getAccount();
  expect(delegate?.allowance).toEqual({ SOL: '0.4', UTILITY: '0' });
  expect(Date.parse(delegate?.expiresAt ?? '')).toBe(Math.floor(until.getTime() / 1_000) * 1_000);
  expect(await tote.placeBet(bet)).toMatchObject({ state: 'confirmed' });
  expect(await codeOf(tote.placeBet(bet))).toBe('allowance_insufficient');
  await tote.revoke();
  expect((await tote.getAccount()).delegate).toBeNull();
  expect(await codeOf(tote.placeBet(bet))).toBe('delegate_missing');
});

test('winnings are sent to the wallet if it wants them, and only then', async () => {
  await tote.setAutoWithdraw({ enabled: true });
  expect(await tote.getAccount()).toMatchObject({ autoWithdraw: true, delegate: null });
  await tote.setAutoWithdraw({ enabled: false, feePayer: 'wallet' });
  expect((await tote.getAccount()).autoWithdraw).toBe(false);
});

test('a new wallet opens, deposits and allows with one signature, then signs its own bets', async () => {
  let signatures = 0;
  const inner = await signerFromKeyPair((await generateKeyPair()) as never);
  const counting: Signer = {
    ...inner,
    signTransaction(transaction) {
      signatures += 1;
      return inner.signTransaction(transaction);
    },
  };
  const own = createTote({ url: world.service.baseUrl, credential: { signer: counting } });
  await rpc('requestAirdrop', counting.address, 5_000_000_000);
  const balance = async () =>
    (await rpc('getBalance', counting.address, { commitment: 'confirmed' })).value;
  await expect.poll(balance).toBe(5_000_000_000);
  const until = (await tomorrow()).toISOString();
  await own.openAccount({
    deposit: { currency: 'SOL', amount: decimal('1') },
    allow: { sol: decimal('0.5'), utility: decimal('2'), until },
  });
  expect(signatures).toBe(1);
  const account = await own.getAccount();
  expect(account.balances.SOL).toBe('1');
  expect(account.delegate?.allowance).toEqual({ SOL: '0.5', UTILITY: '2' });

  const marketId = await world.createMarket();
  const bet = { marketId, outcome: 'No', amount: decimal('2.5'), signedBy: 'wallet' } as const;
  // What the account lacks comes from the wallet.
  let signed = '';
  const onSigned = (transaction: string) => {
    signed = transaction;
  };
  const placed = await own.placeBet({ ...bet, wait: 'confirmed', onSigned });
  expect(placed).toMatchObject({ amountStaked: '2.5' });
  expect(signatures).toBe(2);
  // A program that was ended sends it again: it is the same bet.
  const again = await own.placeBet({ marketId, transaction: signed, wait: 'finalized' });
  expect(again.betId).toBe(placed.betId);
  expect((await own.getMarket({ marketId })).betCount).toBe(1);
  expect((await own.getAccount()).balances.SOL).toBe('0');
  expect(await balance()).toBe(2_500_000_000);
});

test('a wallet without an account bets with one signature, also in a market on a fact', async () => {
  const inner = await signerFromKeyPair((await generateKeyPair()) as never);
  const own = createTote({ url: world.service.baseUrl, credential: { signer: inner } });
  await rpc('requestAirdrop', inner.address, 2_000_000_000);
  const { demo } = await tote.getConfig();
  const sprout = demo?.tokens.find(({ symbol }) => symbol === 'SPROUT')?.mint;
  // The last one names the account of its fact.
  const questions = [
    { question: 'Will it rain in Lisbon?' },
    { question: 'Will SOL be above $100 at expiry?' },
    { question: 'Will SPROUT complete its bonding curve?', tokenAddress: sprout },
  ];
  for (const fields of questions) {
    const marketId = await world.createMarket(fields);
    const bet = { marketId, outcome: 'Yes', amount: 200_000_000n, signedBy: 'wallet' } as const;
    const allow = { sol: 300_000_000n, until: await tomorrow() };
    const placed = await own.placeBet({ ...bet, allow });
    expect(placed, fields.question).toMatchObject({ state: 'confirmed' });
  }
  const { staked, delegate } = await own.getAccount();
  expect(toBaseUnits(staked.SOL, 'SOL')).toBe(200_000_000n * BigInt(questions.length));
  expect(delegate?.allowance).toEqual({ SOL: '0.3', UTILITY: '0' });
});

test.each([
  ['less than nothing', -1n],
  ['what 64 bits cannot hold', 2n ** 64n],
])('%s is refused before anything is asked for', async (_, amount) => {
  const until = await tomorrow();
  expect(await codeOf(tote.deposit({ currency: 'SOL', amount }))).toBe('input_invalid');
  expect(await codeOf(tote.allow({ sol: amount, until }))).toBe('input_invalid');
  expect(await codeOf(tote.allow({ sol: 1n, until: 'sunday' }))).toBe('input_invalid');
  expect((await tote.getAccount()).delegate).toBeNull();
});
