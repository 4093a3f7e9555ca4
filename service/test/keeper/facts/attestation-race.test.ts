// Bets are sent while the oracle attests the result of their market. Without a veto time an outcome
// does not land in a slot with a bet, and slots are long here. It must land in the first slot
// without bets, and after the attestation no bet is signed.
import type { Address } from '@solana/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChainAccess, openChainAccess } from '../../conformance/support/chain-access.ts';
import { Api, type Credential, expectBalanced } from '../../faults/support/api.ts';
import { openNewWallet } from '../../support/new-wallet.ts';
import { World } from '../../support/world.ts';
import { findResolving } from './resolved-slot.ts';

const WALLETS = 4;
const BEFORE = 10;
/** One on an idle machine; more, because tests share it. */
const SLOTS_MAX = 12;
const MEANS_LATE = ['condition_already_met', 'market_resolved'];

let world: World;
let access: ChainAccess;
let api: Api;
let bettors: Credential[];
beforeAll(async () => {
  world = await World.start({ TOTE_SLOT_MS: '400' });
  access = await openChainAccess(world);
  api = new Api(world.service.baseUrl);
  bettors = await Promise.all(
    Array.from({ length: WALLETS }, async () => {
      const { apiKey } = await openNewWallet(api.baseUrl, { SOL: '1000' });
      return { apiKey };
    }),
  );
});
afterAll(async () => {
  await access.close();
  await world.close();
});

test('the market ends although somebody bets in every slot', async () => {
  const id = await world.createMarket();
  const placed: string[] = [];
  let isAttested = false;
  let late = 0;
  const betUntilLate = async (bettor: Credential) => {
    for (;;) {
      const wasAttested = isAttested;
      const answer = await api.bet(bettor, { marketId: id, outcome: 'Yes', amount: '0.01' });
      if (answer.status !== 201) {
        expect(MEANS_LATE).toContain(answer.code);
        return;
      }
      placed.push(answer.body.transactionId);
      if (wasAttested) late += 1;
    }
  };
  const clients = bettors.map(betUntilLate);
  await expect.poll(() => placed.length).toBeGreaterThan(BEFORE);
  const evidence = { outcome: 'Yes', evidence: 'It rained.' };
  const attested = await world.post(`/markets/${id}/attestations`, evidence, { as: 'oracle' });
  isAttested = true;
  await Promise.all(clients);
  expect(attested.body).toMatchObject({ status: 'resolved', winningOutcome: 'Yes' });
  // Bets after the reply to the attestation were refused.
  expect(late).toBe(0);
  const account = id.replace('market_', '') as Address;
  const { slot } = await findResolving(access.chain, account);
  const landed = await Promise.all(placed.map((one) => access.chain.fetchLanded(one)));
  const last = Math.max(...landed.map((one) => Number(one?.slot)));
  expect(Number(slot)).toBeGreaterThan(last);
  expect(Number(slot) - last).toBeLessThan(SLOTS_MAX);
  await expectBalanced(api);
});
