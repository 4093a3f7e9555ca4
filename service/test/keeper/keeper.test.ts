import { fetchMint, fetchToken } from '@solana-program/token';
import { hashEvidence, renderAttestedEvidence } from '@tote/conditions/attested-evidence';
import { amount } from '@tote/domain';
import { findTokenAccount } from '@tote/program-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKeeper } from '../../src/keeper/keeper.ts';
import { refundMarket } from '../../src/markets/refund-market.ts';
import { resolveMarket } from '../../src/markets/resolve-market.ts';
import { settleMarket } from '../../src/markets/settle-market.ts';
import { findAttestation, recordAttestation } from '../../src/store/journal/attestations.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import { SILENT_LOG } from '../support/silent-log.ts';
import {
  balanceOf,
  createBettor,
  createMarket,
  eventually,
  getMarket,
  passTime,
  placeBet,
  SOL,
  startWorld,
  type World,
} from './support.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const isGone = (market: MarketView) => () =>
  world.chain.accounts.findMarket(market.address).then((account) => account === null);
const awaitGone = (market: MarketView) => eventually(isGone(market), (gone) => gone);
const isCollected = async () => {
  const { sol, utility } = await world.chain.accounts.getVaults();
  return sol.feesDeveloper + utility.feesDeveloper + utility.feesBurn;
};
const listFeed = () =>
  world.store.db.selectFrom('feed').select(['type', 'market_id']).orderBy('id').execute();

describe('at the expiry', () => {
  test('nothing attested: No; everyone is paid, the market closed, the fees sent', async () => {
    const [yes, no] = [await createBettor(world), await createBettor(world)];
    const market = await createMarket(world);
    await placeBet(world, market, yes, { outcome: 'Yes', stake: amount(10n * SOL) });
    await placeBet(world, market, no, { outcome: 'No', stake: amount(20n * SOL) });
    const treasury = world.treasury.address;
    const { value: before } = await world.chain.rpc.getBalance(treasury).send();
    world.keeper().start();
    await passTime(world, 3_600);
    await awaitGone(market);
    await eventually(isCollected, (fees) => fees === 0n);
    const { end } = await getMarket(world, market.id);
    expect(end).toMatchObject({
      kind: 'resolved',
      outcome: 'No',
      burn: SOL / 2n,
      developer: SOL / 2n,
      areFeesMoved: true,
      dust: 0n,
    });
    expect((await balanceOf(world, yes))[0]).toBe(90n * SOL);
    expect((await balanceOf(world, no))[0]).toBe(109n * SOL);
    const { value: after } = await world.chain.rpc.getBalance(treasury).send();
    expect(after - before).toBe(SOL / 2n);
    const { sol } = await world.chain.accounts.getVaults();
    expect(sol).toMatchObject({ feesBurn: SOL / 2n, owed: 199n * SOL + SOL / 2n });
  });

  test('attested in time while no keeper ran: Yes', async () => {
    const market = await createMarket(world);
    await world.store.write((db) => recordAttestation(db, attestationOf(market)));
    await passTime(world, 3_600);
    world.keeper().start();
    await awaitGone(market);
    expect((await getMarket(world, market.id)).end?.outcome).toBe('Yes');
  });

  test('the evidence hash on chain is that of the attestation in the journal', async () => {
    const market = await createMarket(world);
    world.keeper().start();
    await passTime(world, 3_600);
    const { end } = await eventually(
      () => getMarket(world, market.id),
      (view) => view.end !== null,
    );
    const attestation = await findAttestation(world.store.db, market.id);
    expect(attestation).toMatchObject({ outcome: 'No', createdAt: market.expiresAt });
    if (!attestation) return;
    const hash = hashEvidence(renderAttestedEvidence(market, attestation));
    expect(end?.evidenceHash).toBe(Buffer.from(hash).toString('hex'));
  });

  test('a market without bets ends as No, without fees, and is closed', async () => {
    const market = await createMarket(world);
    world.keeper().start();
    await passTime(world, 3_600);
    await awaitGone(market);
    const { end } = await getMarket(world, market.id);
    expect(end).toMatchObject({ kind: 'resolved', outcome: 'No', burn: 0n, developer: 0n });
  });

  test('nobody on the winning side: every stake is refunded, without fee', async () => {
    const bettor = await createBettor(world);
    const market = await createMarket(world);
    await placeBet(world, market, bettor, { outcome: 'Yes', stake: amount(10n * SOL) });
    world.keeper().start();
    await passTime(world, 3_600);
    await awaitGone(market);
    expect((await balanceOf(world, bettor))[0]).toBe(100n * SOL);
    const { end } = await getMarket(world, market.id);
    expect(end).toMatchObject({ kind: 'refunded', refundReason: 'nobody_won', burn: 0n });
  });

  test('burn shares of UTILITY are burned and developer shares sent to the treasury', async () => {
    const [yes, no] = [await createBettor(world), await createBettor(world)];
    const market = await createMarket(world, { currency: 'UTILITY' });
    await placeBet(world, market, yes, { outcome: 'Yes', stake: amount(10_000_000n) });
    await placeBet(world, market, no, { outcome: 'No', stake: amount(20_000_000n) });
    const { rpc } = world.chain;
    const supply = (await fetchMint(rpc, world.utilityMint)).data.supply;
    world.keeper().start();
    await passTime(world, 3_600);
    await awaitGone(market);
    await eventually(isCollected, (fees) => fees === 0n);
    const burned = supply - (await fetchMint(rpc, world.utilityMint)).data.supply;
    expect(burned).toBe(500_000n);
    const utility = await world.chain.accounts.getUtility();
    const token = await findTokenAccount(world.treasury.address, utility);
    expect((await fetchToken(rpc, token)).data.amount).toBe(500_000n);
  });

  test('sixty positions are paid, each once', async () => {
    const bettors = await Promise.all(Array.from({ length: 60 }, () => createBettor(world)));
    const market = await createMarket(world);
    for (const [index, bettor] of bettors.entries()) {
      const outcome = index % 3 === 0 ? 'No' : 'Yes';
      await placeBet(world, market, bettor, { outcome, stake: amount(SOL) });
    }
    await world.store.write((db) => recordAttestation(db, attestationOf(market)));
    world.keeper().start();
    await passTime(world, 3_600);
    await awaitGone(market);
    // 20 SOL were lost, 18 are shared by 40 winners.
    const balances = await Promise.all(bettors.map((bettor) => balanceOf(world, bettor)));
    balances.forEach(([sol], index) => {
      expect(sol).toBe(index % 3 === 0 ? 99n * SOL : 100n * SOL + (18n * SOL) / 40n);
    });
    const { end } = await getMarket(world, market.id);
    expect(end).toMatchObject({ outcome: 'Yes', openPositions: 0, dust: 0n });
  });
});

const attestationOf = (market: MarketView) => ({
  marketId: market.id,
  outcome: 'Yes' as const,
  evidence: 'It rained.',
  wallet: world.keys.oracle.address,
  createdAt: market.createdAt,
});

describe('before the expiry', () => {
  test('an unused attestation ends the market as Yes; the rent is returned at the expiry', async () => {
    const [yes, no] = [await createBettor(world), await createBettor(world)];
    const market = await createMarket(world);
    await placeBet(world, market, yes, { outcome: 'Yes', stake: amount(10n * SOL) });
    await placeBet(world, market, no, { outcome: 'No', stake: amount(20n * SOL) });
    await world.store.write((db) => recordAttestation(db, attestationOf(market)));
    world.keeper().start();
    const settled = await eventually(
      () => getMarket(world, market.id),
      (view) => view.end?.areFeesMoved === true,
    );
    expect(settled.end).toMatchObject({ kind: 'resolved', outcome: 'Yes', developer: SOL });
    expect((await balanceOf(world, yes))[0]).toBe(118n * SOL);
    expect(await isGone(market)()).toBe(false);
    await passTime(world, 3_600);
    await awaitGone(market);
  });

  test('does nothing to an open market', async () => {
    const market = await createMarket(world);
    world.keeper().start();
    await passTime(world, 3_000);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect((await getMarket(world, market.id)).end).toBeNull();
    expect(await findAttestation(world.store.db, market.id)).toBeUndefined();
    expect(await listFeed()).toEqual([{ type: 'market.created', market_id: market.id }]);
  });
});

describe('what it cannot verify', () => {
  test('gets no outcome and is refunded at its refund date', async () => {
    const bettor = await createBettor(world);
    const market = await createMarket(world, { condition: 'as I say', refundAfter: 600 });
    const ours = await createMarket(world, { refundAfter: 600 });
    await placeBet(world, market, bettor, { outcome: 'Yes', stake: amount(10n * SOL) });
    const keeper = world.keeper();
    keeper.start();
    expect(await keeper.findResolutionStatus(market.id)).toBeNull();
    await passTime(world, 3_600);
    await awaitGone(ours);
    expect((await getMarket(world, market.id)).end).toBeNull();
    expect(await keeper.findResolutionStatus(market.id)).toEqual({
      waitingFor: 'its refund date, because we cannot verify its condition',
      lastFailure: null,
      nextTryAt: null,
    });
    await passTime(world, 600);
    await awaitGone(market);
    const { end } = await getMarket(world, market.id);
    expect(end).toMatchObject({ kind: 'refunded', refundReason: 'deadline', outcome: null });
    expect((await balanceOf(world, bettor))[0]).toBe(100n * SOL);
    expect(await keeper.findResolutionStatus(market.id)).toBeNull();
  });
});

describe('interrupted and started again', () => {
  test('continues after the outcome, after half of the payments, after all of them', async () => {
    const bettors = await Promise.all(Array.from({ length: 30 }, () => createBettor(world)));
    const market = await createMarket(world);
    for (const [index, bettor] of bettors.entries()) {
      const outcome = index % 2 === 0 ? 'No' : 'Yes';
      await placeBet(world, market, bettor, { outcome, stake: amount(SOL) });
    }
    await passTime(world, 3_600);
    // What a crashed keeper had done: recorded and resolved, but not indexed.
    const standing = await world.store.write((db) => recordAttestation(db, attestationOf(market)));
    const evidence = renderAttestedEvidence(market, standing);
    const blind = { ...world, indexer: { ingest: async () => {} } };
    await resolveMarket(blind, market, { outcome: 'Yes', evidence });
    const ten = () => world.reads.listUnsettled(market.id, 10);
    const settling = settleMarket({ ...blind, listUnsettled: ten }, market);
    await expect(settling).rejects.toThrow('still unsettled');
    const half = await world.chain.accounts.findMarket(market.address);
    expect(half?.openPositions).toBe(20n);
    expect((await getMarket(world, market.id)).end).toBeNull();
    const keeper = world.keeper();
    world.indexer.start();
    keeper.start();
    await awaitGone(market);
    const balances = await Promise.all(bettors.map((bettor) => balanceOf(world, bettor)));
    balances.forEach(([sol], index) => {
      expect(sol).toBe(index % 2 === 0 ? 99n * SOL : 100n * SOL + (9n * SOL) / 10n);
    });
    await keeper.stop();
    world.keeper().start();
    await eventually(isCollected, (fees) => fees === 0n);
  });

  test('a market that fails is retried and blocks no other', async () => {
    const [stuck, other] = [
      await createMarket(world, { expiresIn: 100 }),
      await createMarket(world, { expiresIn: 200 }),
    ];
    let isBroken = true;
    const sign: World['chain']['sign'] = async (instructions, ...rest) => {
      const isStuck = instructions.some(({ accounts = [] }) =>
        accounts.some(({ address }) => address === stuck.address),
      );
      if (isBroken && isStuck) throw new Error('the key is away');
      return world.chain.sign(instructions, ...rest);
    };
    const chain = { ...world.chain, sign };
    const keeper = createKeeper({ ...world, chain, log: SILENT_LOG });
    keeper.start();
    await passTime(world, 300);
    await awaitGone(other);
    const status = await keeper.findResolutionStatus(stuck.id);
    expect(status?.lastFailure).not.toBeNull();
    expect(status?.nextTryAt).toBeGreaterThanOrEqual(world.chain.clock.now());
    isBroken = false;
    await awaitGone(stuck);
    await keeper.stop();
  });
});

describe('the feed', () => {
  test('has one event that a market is closed, before that of the outcome', async () => {
    const market = await createMarket(world);
    const keeper = world.keeper();
    keeper.start();
    await passTime(world, 3_600);
    await awaitGone(market);
    await keeper.stop();
    world.keeper().start();
    await new Promise((resolve) => setTimeout(resolve, 700));
    const types = (await listFeed()).map(({ type }) => type);
    expect(types.filter((type) => type === 'market.closed')).toHaveLength(1);
    expect(types.indexOf('market.closed')).toBeLessThan(types.indexOf('market.resolved'));
  });
});

test('with auto_withdraw winnings go to the wallet', async () => {
  const [yes, no] = [await createBettor(world, true), await createBettor(world)];
  const market = await createMarket(world);
  await placeBet(world, market, yes, { outcome: 'Yes', stake: amount(10n * SOL) });
  await placeBet(world, market, no, { outcome: 'No', stake: amount(10n * SOL) });
  await world.store.write((db) => recordAttestation(db, attestationOf(market)));
  world.keeper().start();
  const readWallet = async () =>
    (await world.chain.rpc.getBalance(yes.key.address).send()).value as bigint;
  await eventually(readWallet, (lamports) => lamports === 19n * SOL);
  expect((await balanceOf(world, yes))[0]).toBe(90n * SOL);
});

test('refundMarket is refused before the refund date, and changes nothing', async () => {
  const market = await createMarket(world);
  await passTime(world, 3_600);
  await expect(refundMarket(world, market)).rejects.toThrow('failed');
  expect((await getMarket(world, market.id)).end).toBeNull();
});
