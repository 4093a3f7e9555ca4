// A result in the journal ends bets in an oracle's market before it is on chain.
import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import { unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { expect, test } from 'vitest';
import { placeSignedBet } from '../../src/bets/place-bet.ts';
import { recordAttestation } from '../../src/store/journal/attestations.ts';
import { recordEvidence } from '../../src/store/journal/evidence.ts';
import type { Store } from '../../src/store/store.ts';
import { refuseDecided } from '../../src/submissions/check-gate.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import { bet, callerOf, createBetting, keyed } from './betting.ts';
import { createPreparedWorld, readBooks, signTransaction } from './prepared-world.ts';

const REFUSED = { code: 'condition_already_met', status: 409 };

const attest = (store: Store, marketId: string, wallet: Address) =>
  store.write((db) =>
    recordAttestation(db, {
      ...{ marketId: marketId as MarketId, outcome: 'Yes', evidence: 'It rained.', wallet },
      createdAt: unixSeconds(1_800_000_000),
    }),
  );

/** As the sampler writes it when a sample meets the condition. */
const observe = (store: Store, marketId: string) =>
  store.write((db) =>
    recordEvidence(db, { marketId, hash: 'ab'.repeat(32), text: '{}', createdAt: 1n }),
  );

const listSubmissions = (store: Store) =>
  store.db.selectFrom('submissions').select('signature').execute();

const listTransactions = (store: Store) =>
  store.db.selectFrom('transactions').select('signature').execute();

test('a bet through us is not signed once the result is attested or observed', async () => {
  const { world, store, placeBet, createMarket } = await createBetting();
  const { wallet } = await world.openBettor();
  const caller = callerOf(wallet.address);
  for (const how of ['attested', 'observed']) {
    const [decided, open] = [await createMarket(), await createMarket()];
    const late = keyed(`late ${how}`);
    await placeBet(caller, bet(decided.id));
    if (how === 'attested') await attest(store, decided.id, world.oracle.address);
    else await observe(store, decided.id);
    const before = await listTransactions(store);
    // Bets of another market in the same write are not affected.
    const results = await Promise.allSettled([
      placeBet(caller, bet(decided.id)),
      placeBet(caller, bet(open.id)),
      placeBet(caller, bet(decided.id, '0.02', 'No'), late),
    ]);
    expect(results[0], how).toMatchObject({ status: 'rejected', reason: REFUSED });
    expect(results[1], how).toMatchObject({ value: { state: 'confirmed' } });
    expect(results[2], how).toMatchObject({ status: 'rejected', reason: REFUSED });
    await expect(placeBet(caller, bet(decided.id), late)).rejects.toBeDefined();
    expect(await listTransactions(store)).toHaveLength(before.length + 1);
    expect(await listSubmissions(store)).toEqual([]);
    const account = await world.chain.accounts.findMarket(decided.address);
    expect(account?.pools).toEqual([10_000_000n, 0n]);
    if (how === 'attested') continue;
    // Evidence about a fact is no reason: the program checks itself.
    await refuseDecided(store.db, { id: decided.id, source: MarketSource.StateFact });
    const ofOracle = refuseDecided(store.db, { id: decided.id, source: MarketSource.Oracle });
    await expect(ofOracle).rejects.toMatchObject(REFUSED);
  }
});

test('a bet that the wallet signs is neither prepared nor sent once the result is attested', async () => {
  const world = await createPreparedWorld();
  const { context } = world;
  const wallet = await world.createWallet();
  const marketId = await world.openMarket();
  const prepared = [
    await world.prepareBet(wallet, marketId, '1'),
    await world.prepareBet(wallet, marketId, '2'),
  ].map(({ transaction }) => signTransaction(transaction, wallet));
  await attest(context.store, marketId, world.oracle.address);
  const before = await readBooks(world, wallet.address);
  const [first = '', second = ''] = prepared;
  const input = { marketId, transaction: first };
  const attempts = [
    () => placeSignedBet(context, null, input),
    () => placeSignedBet(context, null, input, keyed('one')),
    () => submitTransaction(context, null, second),
    () => world.prepareBet(wallet, marketId, '3'),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(REFUSED);
  expect(await readBooks(world, wallet.address)).toEqual(before);
  const keys = await context.store.db.selectFrom('requests').selectAll().execute();
  expect(keys).toEqual([]);
});
