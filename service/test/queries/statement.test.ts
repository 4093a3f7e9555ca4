// Statements, compared with the account on chain: every base unit that it ever had is listed.
import type { Address } from '@solana/kit';
import { LIMITS, unixSeconds } from '@tote/domain';
import { Currency, getOpenBettorInstruction, getWithdrawInstruction } from '@tote/program-client';
import { expect, test } from 'vitest';
import { insertBets } from '../../src/store/projection/bets.ts';
import { describeEngines } from '../store/support/engines.ts';
import { type Bettor, createHistory, createReader, type History, SOL } from '../support/history.ts';
import { playWholeHistory } from '../support/whole-history.ts';

async function balancesOf({ chain }: History, wallet: Address) {
  const [sol = 0n, utility = 0n] = (await chain.accounts.findBettor(wallet))?.available ?? [];
  return { SOL: sol, UTILITY: utility };
}

function withdraw(history: History, { wallet, bettor }: Bettor, amount: bigint) {
  const { vaultSol: vault } = history.chain.addresses;
  const accounts = { authority: wallet.signer, vault, bettor, wallet: wallet.address };
  const input = { ...accounts, currency: Currency.Sol as const, amount };
  return history.send([getWithdrawInstruction(input)], wallet);
}

describeEngines(['memory', 'postgres'], (engine) => {
  async function start(options?: Parameters<typeof createHistory>[0]) {
    const history = await createHistory(options);
    return { history, ...(await createReader(history, { store: await engine.open() })) };
  }

  test('its sums are the balances on chain, whatever happened', async () => {
    const { history, indexer, queries } = await start();
    const { bettors } = await playWholeHistory(history);
    for (const [index, bettor] of bettors.entries()) {
      await withdraw(history, bettor, 2_000_000n + BigInt(index));
    }
    await indexer.catchUp();
    const kinds = new Set<string>();
    for (const { wallet } of bettors) {
      const { opening, closing, entries } = await queries.getStatement(wallet.address, {});
      expect(closing).toEqual(await balancesOf(history, wallet.address));
      expect(opening).toEqual({ SOL: 0n, UTILITY: 0n });
      const running = { ...opening };
      for (const { currency, amount, balance, type } of entries) {
        running[currency] += amount;
        expect(balance).toBe(running[currency]);
        expect(balance).toBeGreaterThanOrEqual(0n);
        kinds.add(type);
      }
      expect(running).toEqual(closing);

      // The periods between any two entries fit together.
      const times = [...new Set(entries.map(({ at }) => at))];
      for (const at of times) {
        const before = await queries.getStatement(wallet.address, { to: at });
        const after = await queries.getStatement(wallet.address, { from: at });
        expect(after.opening).toEqual(before.closing);
        expect([...before.entries, ...after.entries]).toEqual(entries);
      }
    }
    expect([...kinds].sort()).toEqual(['bet', 'deposit', 'payout', 'refund', 'withdrawal']);
  });

  test('bets of one slot in a market are in the order in which they were placed', async () => {
    // Long slots: also a slow machine puts several bets into one.
    const { history, store, indexer, queries } = await start({ slotMs: 2_000 });
    const alice = await history.bettor(10n * SOL);
    const market = await history.market();
    const amounts = [5n, 1n, 4n, 2n, 6n, 3n].map((share) => (share * SOL) / 10n);
    for (const amount of amounts) {
      await history.bets(market, [{ by: alice, outcome: 'Yes', amount }]);
    }
    await indexer.catchUp();
    const slots = await store.db.selectFrom('bets').select('slot').distinct().execute();
    expect(slots.length, 'slots are shared').toBeLessThan(amounts.length - 2);
    const { entries } = await queries.getStatement(alice.wallet.address, {});
    const bets = entries.filter(({ type }) => type === 'bet');
    expect(bets.map(({ amount }) => -amount)).toEqual(amounts);
  });

  test('an account that is closed and opened again has one statement', async () => {
    const { history, indexer, queries } = await start();
    const alice = await history.bettor(SOL);
    const { wallet, bettor } = alice;
    await history.passSlot();
    await history.depositUtility(alice, 5n);
    await history.passSlot();
    await withdraw(history, alice, SOL - 9n);
    const { config } = history.chain.addresses;
    const { relayer } = history.world;
    await history.closeBettor(alice);
    const payer = { payer: relayer.signer, authority: relayer.signer };
    const open = { ...payer, wallet: wallet.address, bettor, config, slots: 2 };
    await history.passSlot();
    await history.send([getOpenBettorInstruction(open)]);
    await history.depositUtility(alice, 7n);
    await indexer.catchUp();
    const { closing, entries } = await queries.getStatement(wallet.address, {});
    expect(entries.map(({ type, currency, amount }) => [type, currency, amount])).toEqual([
      ['deposit', 'SOL', SOL],
      ['deposit', 'UTILITY', 5n],
      ['withdrawal', 'SOL', 9n - SOL],
      ['forfeit', 'UTILITY', -5n],
      ['forfeit', 'SOL', -9n],
      ['deposit', 'UTILITY', 7n],
    ]);
    expect(closing).toEqual({ SOL: 0n, UTILITY: 7n });
    expect(closing).toEqual(await balancesOf(history, wallet.address));
  });

  test('a period with too many entries is refused, and a shorter one is not', async () => {
    const { history, store, indexer, queries } = await start();
    const alice = await history.bettor(100n * SOL);
    const market = await history.market();
    const landed = await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
    await indexer.catchUp();
    const { wallet } = alice;
    const { entries } = await queries.getStatement(wallet.address, {});
    expect(entries).toHaveLength(2);
    const [bet] = await store.db.selectFrom('bets').selectAll().execute();
    if (!bet) throw new Error('there is no bet');
    const addCopies = (from: number, to: number) =>
      store.write((db) =>
        insertBets(
          db,
          Array.from({ length: to - from }, (_, index) => ({
            ...bet,
            position: BigInt(from + index + 1),
            bet_id: `${bet.bet_id}${from + index}`,
            amount: 1n,
            placed_at: bet.placed_at + 1_000n,
          })),
        ),
      );
    const most = LIMITS.statementEntriesMax;
    await addCopies(0, most - 2);
    const read = (period = {}) => queries.getStatement(wallet.address, period);
    expect((await read()).entries).toHaveLength(most);
    await addCopies(most - 2, most - 1);
    await expect(read()).rejects.toMatchObject({ code: 'statement_too_long' });
    const to = unixSeconds(landed.blockTime + 1n);
    expect((await read({ to })).entries).toEqual(entries);
    const after = await read({ from: to });
    expect(after.entries).toHaveLength(most - 1);
    expect(after.closing.SOL).toBe(99n * SOL - BigInt(most - 1));
  });
});
