// The cached balance of a wallet decides nothing: bets that are sent together are accepted or
// refused by the balance on chain.
import type { Address } from '@solana/kit';
import { amount, formatAmount, parseAmount } from '@tote/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { BettorCache } from '../../src/bets/bettor-cache.ts';
import type { Credential } from '../faults/support/api.ts';
import { openNewWallet } from '../support/new-wallet.ts';
import { useWorld } from '../support/use-world.ts';
import type { Answer } from '../support/world.ts';

const WALLETS = 3;
const SOL = 1_000_000_000n;
const SMALLEST = SOL / 100n;
const RUNS = count(10, 1_000, 25);
const SEED = Number(process.env.TOTE_SEED ?? 1);

const world = useWorld();

const openWallet = () => openNewWallet(world.service.baseUrl, { SOL: '10' });

async function balanceOf(as: Credential): Promise<bigint> {
  const { text } = await world.get('/account', { as });
  const [, sol = ''] = /"balances":\{"SOL":([\d.]+)/.exec(text) ?? [];
  return parseAmount(sol, 9);
}

function bet(as: Credential, market: string, units: bigint): Promise<Answer> {
  const body = { outcome: 'Yes', amount: formatAmount(amount(units), 9) };
  return world.post(`/markets/${market}/bets`, body, { as });
}

test('a wallet can bet again after bets that it could only partly pay', async () => {
  const id = await world.createMarket();
  const carol = await openWallet();
  const balance = await balanceOf(carol);
  const small = SOL / 10n;
  const large = (balance * 6n) / 10n;
  const amounts = [small, small, large, large, large];
  const answers = await Promise.all(amounts.map((amount) => bet(carol, id, amount)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 402, 402]);
  expect(await balanceOf(carol)).toBe(balance - 2n * small - large);
  expect((await bet(carol, id, small)).status).toBe(201);
  // One base unit more than the balance is refused; the exact balance is accepted.
  const left = await balanceOf(carol);
  expect((await bet(carol, id, left + 1n)).status).toBe(402);
  expect((await bet(carol, id, left)).status).toBe(201);
  expect(await balanceOf(carol)).toBe(0n);
});

test('what is read after a deposit is not what was asked for before it', async () => {
  const answers: (() => void)[] = [];
  const findBettor = () => new Promise<null>((resolve) => answers.push(() => resolve(null)));
  const cache = new BettorCache({ findBettor });
  const wallet = 'a wallet' as Address;
  const reads = [cache.read(wallet), cache.read(wallet)];
  cache.forget(wallet);
  reads.push(cache.read(wallet));
  expect(answers).toHaveLength(2);
  for (const answer of answers) answer();
  expect(await Promise.all(reads)).toEqual([null, null, null]);
});

test('random bets of several wallets, sent together', async () => {
  const markets = [await world.createMarket(), await world.createMarket()];
  const wallets = await Promise.all(Array.from({ length: WALLETS }, openWallet));
  const bets = fc.array(
    fc.record({
      wallet: fc.nat({ max: WALLETS - 1 }),
      market: fc.constantFrom(...markets),
      percent: fc.integer({ min: 1, max: 120 }),
    }),
    { minLength: 2, maxLength: 12 },
  );
  const property = fc.asyncProperty(bets, async (asked) => {
    const before = await Promise.all(wallets.map(fill));
    const sent = asked.map(({ wallet, market, percent }) => {
      const amount = SMALLEST + ((before[wallet] as bigint) * BigInt(percent)) / 100n;
      return { wallet, market, amount };
    });
    const answers = await Promise.all(
      sent.map(({ wallet, market, amount }) => bet(wallets[wallet] as Credential, market, amount)),
    );
    for (const [index, own] of wallets.entries()) {
      const after = await balanceOf(own);
      let taken = 0n;
      for (const [at, { wallet, amount }] of sent.entries()) {
        if (wallet !== index) continue;
        expect([201, 402]).toContain(answers[at]?.status);
        if (answers[at]?.status === 201) taken += amount;
        // Balances only fall here, so a bet that was refused would be refused now.
        else expect(amount > after).toBe(true);
      }
      expect(after).toBe((before[index] as bigint) - taken);
    }
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
});

async function fill(as: Credential): Promise<bigint> {
  const balance = await balanceOf(as);
  if (balance >= SOL) return balance;
  const answer = await world.post('/faucet', { currency: 'SOL', amount: 10 }, { as });
  expect(answer.status).toBe(200);
  return balanceOf(as);
}
