// A history with every kind of event.
import type { Address } from '@solana/kit';
import { marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { Currency } from '@tote/program-client';
import type { Queries } from '../../src/queries/create-queries.ts';
import { type Bettor, createHistory, createReader, type History, SOL } from './history.ts';

/** Less than the rent of an empty account. */
export const FORFEITED = 600_000n;

export interface WholeHistory {
  readonly bettors: readonly Bettor[];
  readonly markets: Readonly<Record<string, Address>>;
  readonly landed: readonly LandedTransaction[];
}

/** Conversions need lots of 0.1 SOL: the losing pool of `paid` burns 5 of them. */
export async function playWholeHistory(history: History): Promise<WholeHistory> {
  const landed: LandedTransaction[] = [];
  const keep: Keep = async (one) => {
    landed.push(await one);
  };
  const [alice, bob, carol] = [
    await history.bettor(),
    await history.bettor(),
    await history.bettor(),
  ];
  await history.depositUtility(alice, 10n ** 9n);
  await history.depositUtility(bob, 10n ** 9n);

  const paid = await playPaidMarket(history, keep, [alice, bob, carol]);
  const nobodyWon = await history.market({ isTriggered: false, seconds: 600 });
  await keep(history.bets(nobodyWon, [{ by: bob, outcome: 'Yes', amount: 2n * SOL }]));
  const empty = await history.market({ seconds: 600 });
  const utility = await history.market({ currency: Currency.Utility, seconds: 700 });
  await keep(
    history.bets(utility, [
      { by: alice, outcome: 'Yes', amount: 3_000_001n },
      { by: bob, outcome: 'No', amount: 7_000_003n },
    ]),
  );
  await history.update({ vetoSeconds: 60 });
  const vetoed = await history.market({ seconds: 600 });
  await keep(history.bets(vetoed, [{ by: alice, outcome: 'Yes', amount: 4n * SOL }]));
  const stands = await history.market({ seconds: 600 });
  await keep(
    history.bets(stands, [
      { by: alice, outcome: 'Yes', amount: 4n * SOL },
      { by: bob, outcome: 'No', amount: 4n * SOL },
    ]),
  );
  await history.update({ vetoSeconds: 0 });
  await keep(history.resolve(nobodyWon, 'No'));
  await keep(history.settle(nobodyWon, bob));
  await keep(history.resolve(empty, 'No'));
  await keep(history.resolve(utility, 'No'));
  await keep(history.resolve(vetoed, 'Yes'));
  await keep(history.veto(vetoed));
  await keep(history.resolve(stands, 'No'));
  await history.advance(61);
  await keep(history.settle(stands, bob));
  await keep(history.settle(utility, bob, alice));
  await keep(history.close(utility, Currency.Utility));
  await keep(history.close(empty));
  const disabled = await playDisabledOracle(history, keep, carol);

  const refunded = await history.market({ seconds: 100 });
  await keep(history.ownBet(refunded, { by: bob, outcome: 'No', amount: SOL }));
  await history.advance(86_400 + 101);
  await keep(history.refund(refunded));
  const open = await history.market({ seconds: 100_000 });
  await keep(history.bets(open, [{ by: carol, outcome: 'No', amount: 2n * SOL }]));
  await keep(history.collectSol());

  const ended = { paid, nobodyWon, empty, utility, vetoed, stands, refunded, ...disabled };
  const markets = { ...ended, open };
  return { bettors: [alice, bob, carol], markets, landed };
}

type Keep = (one: Promise<LandedTransaction>) => Promise<void>;

/** From the first bet to the buyback of its burn share. */
async function playPaidMarket(
  history: History,
  keep: Keep,
  [alice, bob, carol]: readonly [Bettor, Bettor, Bettor],
): Promise<Address> {
  const paid = await history.market({ question: 'Paid, with "quotes" and ünïcode 🎉?' });
  await keep(
    history.bets(paid, [
      { by: alice, outcome: 'Yes', amount: 30n * SOL },
      { by: bob, outcome: 'No', amount: 10n * SOL + 1n },
      // Refused: too small, then an id that was used.
      { by: bob, outcome: 'No', amount: 5n },
      { by: alice, outcome: 'Yes', amount: SOL, id: 1 },
    ]),
  );
  await keep(history.ownBet(paid, { by: carol, outcome: 'Yes', amount: 7n * SOL }));
  await keep(history.bets(paid, [{ by: alice, outcome: 'No', amount: SOL }]));
  await keep(history.resolve(paid, 'Yes'));
  await keep(history.settle(paid, alice, carol));
  await keep(history.settle(paid, bob, alice));
  // Ahead of the market's share in the queue of the buyback.
  const dora = await history.bettor(FORFEITED);
  await history.depositUtility(dora, 5n);
  await keep(history.closeBettor(dora));
  await keep(history.close(paid));
  await keep(history.buyBack());
  return paid;
}

/** The markets of an oracle whose key is disabled: one is open, one has an outcome. */
async function playDisabledOracle(history: History, keep: Keep, bettor: Bettor) {
  const freed = await history.market({ seconds: 600 });
  await keep(history.ownBet(freed, { by: bettor, outcome: 'No', amount: 3n * SOL }));
  await history.update({ vetoSeconds: 60 });
  const fallen = await history.market({ seconds: 600 });
  await keep(history.bets(fallen, [{ by: bettor, outcome: 'Yes', amount: SOL }]));
  await keep(history.resolve(fallen, 'Yes'));
  await history.disableOracle();
  await keep(history.refund(freed));
  await keep(history.veto(fallen, history.world.relayer));
  await keep(history.settle(freed, bettor));
  await keep(history.settle(fallen, bettor));
  await history.passExpiry(freed);
  await keep(history.close(freed));
  await history.update({ vetoSeconds: 0, oracle: history.world.oracle.address });
  return { freed, fallen };
}

/** The results of all queries, as one value. */
export async function askEverything(queries: Queries, whole: WholeHistory) {
  const answers: Record<string, unknown> = {};
  for (const status of [undefined, 'open', 'resolved'] as const) {
    answers[`list ${status}`] = await queries.listMarkets({ status, limit: 100, offset: 0 });
  }
  for (const [name, market] of Object.entries(whole.markets)) {
    const marketId = marketIdOf(market);
    const page = { marketId, limit: 100, offset: 0 };
    const view = await queries.findMarket(marketId);
    answers[`${name} market`] = view;
    answers[`${name} conversion`] = view && (await queries.findConversion(view));
    answers[`${name} bets`] = await queries.listMarketBets(page);
    answers[`${name} history`] = await queries.listHistory(page);
    answers[`${name} thinned`] = await queries.thinHistory(marketId, 2);
    answers[`${name} receipt`] = await queries.getReceipt(page).catch((error) => error.code);
    for (const [index, { wallet }] of whole.bettors.entries()) {
      answers[`${name} position ${index}`] = await queries.findPosition(marketId, wallet.address);
      answers[`${name} result ${index}`] = await queries
        .getResult(marketId, wallet.address)
        .catch((error) => error.code);
    }
    for (const { betId } of await queries.listMarketBets(page)) {
      answers[betId] = await queries.findBet(betId);
    }
  }
  for (const { signature } of whole.landed) {
    answers[signature] = await queries.findTransaction(signature);
  }
  for (const [index, { wallet }] of whole.bettors.entries()) {
    answers[`account ${index}`] = await queries.getAccount(wallet.address);
    answers[`wallet ${index}`] = await queries.getWallet(wallet.address, { limit: 100 });
    answers[`statement ${index}`] = await queries.getStatement(wallet.address, {});
  }
  for (const window of ['day', 'week', 'all'] as const) {
    const page = { window, currency: 'SOL', limit: 100 } as const;
    answers[`leaders ${window}`] = await queries.listLeaders(page);
  }
  answers.stats = await queries.getStats(9);
  const { SOL: sol, UTILITY: utility } = await queries.getReserves();
  const without = { slot: 0n, summedAt: 0 };
  answers.reserves = { SOL: { ...sol, ...without }, UTILITY: { ...utility, ...without } };
  return answers;
}

/** A whole history with all answers about it. It is final, so no answer changes by itself. */
export async function playAnswered() {
  const history = await createHistory();
  const whole = await playWholeHistory(history);
  const { indexer, queries } = await createReader(history);
  await indexer.catchUp();
  await history.passFinality();
  return { history, whole, expected: await askEverything(queries, whole) };
}
