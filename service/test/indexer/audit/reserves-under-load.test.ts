// Everything that moves money, at the same time as the reserves are read.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Currency, getWithdrawInstruction } from '@tote/program-client';
import { expect, test } from 'vitest';
import { differenceOf, ReservesReader } from '../../../src/indexer/audit/reserves.ts';
import { describeEveryEngine } from '../../store/support/engines.ts';
import {
  type Bettor,
  createHistory,
  createReader,
  type History,
  SOL,
} from '../../support/history.ts';

const READS = 50;
const STEP = SOL / 100n;

async function deposit(history: History, by: Bettor) {
  return history.send([await history.depositInstruction(by, STEP)]);
}

async function withdraw(history: History, { bettor, wallet }: Bettor) {
  const { vaultSol: vault } = history.chain.addresses;
  const shared = { vault, bettor, wallet: wallet.address, currency: Currency.Sol as const };
  const amount = STEP / 3n;
  return history.send(
    [getWithdrawInstruction({ ...shared, authority: wallet.signer, amount })],
    wallet,
  );
}

describeEveryEngine(['folder', 'postgres'], ({ open }) => {
  test('every answer adds up, and nearly every read has one', async () => {
    const history = await createHistory();
    const store = await open();
    const { indexer } = await createReader(history, { store });
    const reserves = new ReservesReader({
      ...{ chain: history.chain, store, wallMs: Date.now, everyMs: 0 },
      catchUp: () => indexer.catchUp(),
    });
    const market = await history.market();
    await indexer.catchUp();
    indexer.start();
    let isOver = false;
    const play = async (by: Bettor, index: number) => {
      const bet = () => history.bets(market, [{ by, outcome: 'Yes', amount: STEP / 2n }]);
      const moves = [bet, () => deposit(history, by), bet, () => withdraw(history, by)];
      for (let round = index; !isOver; round += 1) {
        const landed = await moves[round % moves.length]?.();
        // The first one is a stranger, whose transactions the loop of the indexer finds.
        if (landed && index > 0) await indexer.ingest([landed]);
      }
    };
    const bettors = await Promise.all([0, 1, 2, 3].map(() => history.bettor(50n * SOL)));
    const clients = Promise.all(bettors.map(play)).finally(() => {
      isOver = true;
    });
    clients.catch(() => undefined);
    const owed = new Set<bigint>();
    let [reads, unsettled] = [0, 0];
    // Without a pause nothing else would run: in this process every read is answered at once.
    for (; !isOver && (reads < READS || owed.size < READS / 5); reads += 1) {
      await yieldToEventLoop();
      try {
        const all = await reserves.get();
        for (const each of Object.values(all)) {
          expect([differenceOf(each), each.surplus]).toEqual([0n, 0n]);
        }
        owed.add(all.SOL.owed);
      } catch (error) {
        expect(error).toMatchObject({ code: 'reserves_unsettled' });
        unsettled += 1;
      }
    }
    isOver = true;
    await clients;
    expect(unsettled).toBeLessThanOrEqual(reads / 100);
  });
});
