// The whole life of the service on a node that nobody here wrote. The table at the end says what
// each step took.
import type { Address } from '@solana/kit';
import {
  fetchMint,
  fetchToken,
  getBurnInstruction,
  getMintToInstruction,
} from '@solana-program/token';
import { listSignatures } from '@tote/chain/history/list-signatures';
import { ensureUtility, findTokenAccount } from '@tote/deploy/utility-mint';
import { amount, decideSettlement, payout, ZERO } from '@tote/domain';
import {
  Currency,
  findBettorAddress,
  getPlaceBetsInstruction,
  Outcome,
} from '@tote/program-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadKey } from '../../src/genesis/keys.ts';
import { type Api, expectBalanced } from '../faults/support/api.ts';
import { createApiKey, type FundedWallet } from '../faults/support/funded-wallet.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { createMint } from '../support/create-mint.ts';
import { Cluster } from './support/cluster.ts';
import { betOwn, inSol, openOwnWallet, signAndSubmit } from './support/own-wallet.ts';
import { runTote } from './support/run-tote.ts';
import { Steps } from './support/steps.ts';
import {
  askedMarkets,
  createMarket,
  createOwnMarket,
  createSilentMarket,
} from './support/story-markets.ts';

const SOL = 1_000_000_000n;
const UTILITY = 1_000_000n;
/** Bettors of one market: more than one transaction settles. */
const CROWD = 120;
const CROWD_FUNDS = 3n * SOL;
const OWN_FUNDS = { SOL: 40n * SOL, UTILITY: 500n * UTILITY };
const FEES = { burnBps: 500, developerBps: 500 };
/** Long enough for every bet on a busy machine. */
const MARKET_SECONDS = 120;
const REFUND_SECONDS = 5n;
/** What the buyer may spend in the buyback. */
const BUYER_UTILITY = 1_000_000n * UTILITY;
/** The supply of the mint that markets are about. */
const SUPPLY = 1_000n;
/** For what the keeper does; a busy machine takes long. */
const POLL = { timeout: 300_000, interval: 500 };

let cluster: Cluster;
let service: ServiceProcess;
let api: Api;
let oracle: { apiKey: string };
let alice: FundedWallet;
let bob: FundedWallet;
let crowd: FundedWallet[];
let mint: Address;
let tokens: Address;
let expiresAt: number;
/** Market ids by name. */
const markets: Record<string, string> = {};
const withdrawn = { SOL: 0n };
const steps = new Steps();

/** Each step builds on the ones before it: after a failure the rest would only hide its cause. */
let hasFailed = false;
const step = (name: string, run: () => Promise<string>) =>
  test(name, async (context) => {
    context.skip(hasFailed, 'a step before it failed');
    hasFailed = true;
    await steps.step(name, cluster.chain, run);
    hasFailed = false;
  });

/** More than the first price, so that the first lot is bought at once. */
const BUYING = { TOTE_BUYBACK_LIMIT: '80000' };
const availableOf = async ({ key }: FundedWallet, index = 0) =>
  (await cluster.chain.accounts.findBettor(key.address))?.available[index] ?? -1n;
const lamportsOf = async (address: Address) =>
  (await cluster.chain.rpc.getBalance(address, { commitment: 'confirmed' }).send()).value;
const detailOf = async (name: string) => (await api.get(`/markets/${markets[name]}`)).body;

async function startService(settings: Record<string, string> = {}): Promise<void> {
  service = await ServiceProcess.start({ ...cluster.env(), ...settings });
  api = service.api;
}

beforeAll(async () => {
  cluster = await Cluster.start();
}, 300_000);
afterAll(async () => {
  steps.print('The story on solana-test-validator');
  await service?.stop();
  await cluster?.close();
});

step('the service starts on the cluster', async () => {
  const { chain, keys, utilityMint: utility } = cluster;
  const buyer = await loadKey({ dir: `${cluster.dir}/keys`, mayCreate: true }, 'buyer');
  await ensureUtility(chain, { admin: keys.admin, mint: utility, owners: [buyer.address] });
  const token = await findTokenAccount(buyer.address, utility);
  const minted = { mint: utility, token, mintAuthority: keys.admin.signer, amount: BUYER_UTILITY };
  await chain.send([getMintToInstruction(minted)], [keys.admin]);
  await startService(BUYING);
  const { body } = await api.get('/config');
  expect(body).toMatchObject({
    program: chain.programAddress,
    genesisHash: chain.genesisHash,
    trust: { programMatches: true },
  });
  expect((await api.get('/../readyz')).status).toBe(200);
  oracle = { apiKey: await createApiKey(api, keys.oracle, { scopes: ['read', 'attest'] }) };
  return 'ready; the deployed program is the committed file';
});

step('wallets', async () => {
  alice = await openOwnWallet(cluster, api, OWN_FUNDS);
  bob = await openOwnWallet(cluster, api, OWN_FUNDS);
  crowd = await cluster.openWallets(api, CROWD, { SOL: CROWD_FUNDS });
  for (const wallet of [alice, bob]) {
    expect(await availableOf(wallet)).toBe(OWN_FUNDS.SOL);
    expect(await availableOf(wallet, 1)).toBe(OWN_FUNDS.UTILITY);
  }
  for (const wallet of crowd) expect(await availableOf(wallet)).toBe(CROWD_FUNDS);
  await expectBalanced(api);
  return `${crowd.length + 2} opened; each holds its deposit to the base unit`;
});

step('markets', async () => {
  const { chain, keys } = cluster;
  const made = { owner: keys.admin, supply: SUPPLY, decimals: 0 };
  ({ mint, tokens } = await createMint(chain, made));
  expiresAt = (await chain.clock.refresh()) + MARKET_SECONDS;
  const expireAt = new Date(expiresAt * 1_000).toISOString();
  const asked = Object.entries(askedMarkets(mint));
  for (const [name, fields] of asked) {
    markets[name] = await createMarket(api, fields, { as: alice, expireAt });
  }
  markets.own = await createOwnMarket(api, bob.key, expireAt);
  const silent = { expiresAt: BigInt(expiresAt), refundSeconds: REFUND_SECONDS };
  const { marketId, market } = await createSilentMarket(cluster, silent);
  markets.silent = marketId;
  await betWithoutService(market, alice, SOL);
  const decidedBy = await Promise.all(
    asked.map(async ([name]) => [name, (await detailOf(name)).decidedBy]),
  );
  expect(Object.fromEntries(decidedBy)).toEqual({
    ...{ crowded: 'attestation', attested: 'attestation', verdict: 'attestation' },
    ...{ lonely: 'attestation', supply: 'fact', burned: 'fact', holders: 'samples' },
    account: 'fact',
  });
  return `${Object.keys(markets).length}, one signed by its creator`;
});

/** Nobody needs the service to bet. */
async function betWithoutService(
  market: Address,
  { key }: FundedWallet,
  stake: bigint,
): Promise<void> {
  const { chain, keys } = cluster;
  const { programAddress } = chain;
  const bettor = await findBettorAddress(key.address, { programAddress });
  const bet = { bettor, outcome: Outcome.Yes, amount: stake };
  const input = { authority: key.signer, market, currency: Currency.Sol, bets: [bet] };
  const instruction = getPlaceBetsInstruction({ ...input, isStrict: true }, { programAddress });
  await chain.send([instruction], [keys.relayer, key]);
}

step('bets, relayed and signed by wallets', async () => {
  for (const name of ['attested', 'verdict', 'supply', 'burned', 'holders']) {
    const marketId = markets[name] as string;
    for (const [who, outcome] of [
      [alice, 'Yes'],
      [bob, 'No'],
    ] as const) {
      const request = { marketId, outcome, amount: 2, key: `${name} ${outcome}` };
      const answer = await api.bet(who, request);
      expect([name, answer.status, answer.text]).toEqual([name, 201, expect.any(String)]);
      expect((await api.bet(who, request)).text).toBe(answer.text);
    }
  }
  const lonely = { marketId: markets.lonely as string, amount: 3 };
  expect((await api.bet(alice, lonely)).status).toBe(201);
  const custom = { marketId: markets.account as string, amount: 1 };
  expect(await api.bet(alice, custom)).toMatchObject({ status: 403, code: 'market_custom' });
  const versions = [];
  for (const [who, outcome] of [
    [alice, 'Yes'],
    [bob, 'No'],
  ] as const) {
    for (const name of ['account', 'supply']) {
      const bet = { outcome, amount: '1.000000001' };
      const answer = await betOwn(api, who.key, markets[name] as string, bet);
      expect([name, answer.status, answer.text]).toEqual([name, 201, expect.any(String)]);
      versions.push(answer.version);
    }
  }
  expect(versions).toEqual([0, 0, 0, 0]);
  const own = { marketId: markets.own as string, outcome: 'No' as const, amount: '5.5' };
  expect((await api.bet(alice, own)).status).toBe(201);
  return '17, each once, also when it is repeated with its key; 4 signed in version 0';
});

/** Odd amounts, so that shares must be rounded. The first half is right. */
const crowdStake = (index: number) => SOL + BigInt(index) * 7n + 3n;
const isRight = (index: number) => index < CROWD / 2;

step('bets of a crowd, at once in one market', async () => {
  const marketId = markets.crowded as string;
  const before = await listSignatures(cluster.chain.rpc, marketAddress('crowded'), undefined);
  const placing = crowd.map((wallet, index) =>
    api.betUntilPlaced(wallet, {
      ...{ marketId, key: `crowd ${index}`, amount: inSol(crowdStake(index)) },
      outcome: isRight(index) ? 'No' : 'Yes',
    }),
  );
  const answers = await Promise.all(placing);
  const ids = new Set(answers.map(({ body }) => body.betId));
  expect(ids.size).toBe(CROWD);
  const [yes, no] = [poolOf(false), poolOf(true)];
  const detail = await detailOf('crowded');
  expect(detail).toMatchObject({ betCount: CROWD });
  expect(detail.outcomes.map(({ totalStake }: { totalStake: number }) => totalStake)).toEqual([
    Number(inSol(yes)),
    Number(inSol(no)),
  ]);
  for (const [index, wallet] of crowd.entries()) {
    expect(await availableOf(wallet)).toBe(CROWD_FUNDS - crowdStake(index));
  }
  const after = await listSignatures(cluster.chain.rpc, marketAddress('crowded'), undefined);
  const groups = after.length - before.length;
  expect(groups).toBeLessThan(CROWD / 2);
  return `${CROWD} bets in ${groups} transactions; every stake and the count of bets`;
});

const marketAddress = (name: string) => (markets[name] as string).replace('market_', '') as Address;
const poolOf = (right: boolean) =>
  crowd.reduce((sum, _, index) => sum + (isRight(index) === right ? crowdStake(index) : 0n), 0n);

step('an event ends a market before its expiry', async () => {
  const attest = (name: string, outcome: string) => {
    const body = { outcome, evidence: 'The gauge shows 4 mm.' };
    return api.call('POST', `/markets/${markets[name]}/attestations`, { body, as: oracle });
  };
  const early = await attest('verdict', 'No');
  expect([early.status, early.code]).toEqual([409, 'attestation_too_early']);
  expect((await attest('attested', 'Yes')).status).toBe(200);
  const { chain, keys } = cluster;
  const burn = { mint, account: tokens, authority: keys.admin.signer, amount: 1n };
  await chain.send([getBurnInstruction(burn)], [keys.admin]);
  for (const name of ['attested', 'burned']) await expectEnd(name, 'Yes');
  expect(await chain.clock.refresh()).toBeLessThan(expiresAt);
  return 'attested, and the supply that shrank: Yes, winners paid';
});

async function expectEnd(name: string, winningOutcome: string): Promise<void> {
  const end = { status: 'resolved', winningOutcome, settled: true };
  await expect.poll(() => detailOf(name), POLL).toMatchObject(end);
}

step('autoWithdraw is turned on', async () => {
  const [first] = crowd as [FundedWallet];
  const actions = [{ type: 'autoWithdraw', enabled: true }];
  const state = await signAndSubmit(api, first.key, actions);
  expect(state).toBe('confirmed');
  return 'signed by a wallet without SOL; the service pays the fee';
});

step('expiry and settlement', async () => {
  const { chain } = cluster;
  await expect.poll(() => chain.clock.refresh(), POLL).toBeGreaterThanOrEqual(expiresAt);
  const began = performance.now();
  const late = await api.bet(alice, { marketId: markets.supply as string });
  expect([late.status, ['market_closed', 'market_resolved'].includes(late.code ?? '')]).toEqual([
    409,
    true,
  ]);
  const body = { outcome: 'No', evidence: 'It was grey.' };
  const path = `/markets/${markets.verdict}/attestations`;
  expect((await api.call('POST', path, { body, as: oracle })).status).toBe(200);
  await expectEnd('crowded', 'No');
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  await expectEnd('verdict', 'No');
  for (const name of ['supply', 'holders', 'account']) await expectEnd(name, 'Yes');
  await expectEnd('own', 'No');
  await expectCrowdPaid();
  return `${CROWD} positions of one market paid to the base unit, ${seconds} s after its expiry`;
});

async function expectCrowdPaid(): Promise<void> {
  const pools = { yes: amount(poolOf(false)), no: amount(poolOf(true)) };
  const settlement = decideSettlement(pools, { kind: 'outcome', outcome: 'No' }, FEES);
  for (const [index, wallet] of crowd.entries()) {
    const stake = amount(crowdStake(index));
    const position = isRight(index)
      ? { stakeYes: ZERO, stakeNo: stake }
      : { stakeYes: stake, stakeNo: ZERO };
    const due = CROWD_FUNDS - stake + payout(settlement, position);
    // The first one has automatic withdrawal.
    const held = async () => (await availableOf(wallet)) + (await lamportsOf(wallet.key.address));
    await expect.poll(held, POLL).toBe(due);
  }
}

step('refunds', async () => {
  const refunded = { status: 'resolved', refunded: true, settled: true };
  for (const name of ['lonely', 'silent']) {
    await expect.poll(() => detailOf(name), POLL).toMatchObject(refunded);
  }
  const { body } = await api.get(`/markets/${markets.lonely}/result`, alice);
  expect(body).toMatchObject({ yourWinnings: 3 });
  return 'nobody on the right side, and an oracle that said nothing: stakes are back';
});

step('withdrawal', async () => {
  const [held, before] = [await availableOf(alice), await lamportsOf(alice.key.address)];
  const withdraw = { type: 'withdraw', currency: 'SOL', amount: inSol(held) };
  const state = await signAndSubmit(api, alice.key, [withdraw]);
  expect(state).toBe('confirmed');
  expect(await lamportsOf(alice.key.address)).toBe(before + held);
  expect(await availableOf(alice)).toBe(0n);
  withdrawn.SOL += held + (await lamportsOf((crowd[0] as FundedWallet).key.address));
  return `${inSol(held)} SOL to the lamport, and the sweep of a winner`;
});

step('buyback', async () => {
  const read = async () => (await cluster.chain.accounts.getVaults()).sol;
  await expect.poll(async () => (await read()).burnedTotal, POLL).toBeGreaterThan(0n);
  const { utilityBurnedTotal, burnedTotal, lot } = await read();
  expect(burnedTotal % lot).toBe(0n);
  expect(utilityBurnedTotal).toBeGreaterThan(0n);
  // A lot a minute would change what the next steps read.
  await service.stop();
  await startService();
  return `${inSol(burnedTotal)} SOL sold, the UTILITY for it burned`;
});

step('tote verify', async () => {
  const counts = { recomputed: 0, oracleWord: 0, different: 0, unchecked: 0 };
  const { rpcUrl } = cluster.validator;
  const named = { TOTE_PROGRAM_ADDRESS: cluster.chain.programAddress };
  for (const [name, marketId] of Object.entries(markets)) {
    const args = ['verify', marketId, '--url', api.baseUrl, '--rpc', rpcUrl, '--json'];
    const ran = await runTote(args, named);
    expect([name, ran.code, ran.output + ran.errors]).toEqual([name, 0, expect.any(String)]);
    const verification = JSON.parse(ran.output);
    for (const key of Object.keys(counts) as (keyof typeof counts)[]) {
      counts[key] += verification.counts[key];
    }
  }
  expect(counts).toMatchObject({ different: 0, unchecked: 0 });
  return `${counts.recomputed} values recomputed, ${counts.oracleWord} the oracle's word, 0 differ`;
});

step('tote rebuild', async () => {
  const before = await askEverything();
  await service.stop();
  const ran = await runTote(['rebuild'], cluster.env());
  expect([ran.code, ran.errors]).toEqual([0, '']);
  await startService();
  expect(await askEverything()).toEqual(before);
  const [, transactions] = /rebuilt from (\d+) transactions/.exec(ran.output) ?? [];
  return `from ${transactions} transactions, with the same answers`;
});

async function askEverything(): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const ask = async (path: string, as?: FundedWallet) => {
    const { status, text } = await api.get(path, as);
    answers[path + (as?.key.address ?? '')] = [status, text];
  };
  for (const marketId of Object.values(markets)) {
    for (const part of ['', '/bets?limit=100', '/payouts?limit=100', '/history?points=50']) {
      await ask(`/markets/${marketId}${part}`);
    }
  }
  for (const wallet of [alice, bob, ...crowd.slice(0, 5)]) {
    await ask('/account', wallet);
    await ask('/account/statement', wallet);
  }
  await ask('/leaderboard');
  return answers;
}

step('conservation', async () => {
  await expectBalanced(api);
  const { chain, treasury, utilityMint } = cluster;
  const rent = await chain.rpc.getMinimumBalanceForRentExemption(0n).send();
  const deposits = 2n * OWN_FUNDS.SOL + BigInt(CROWD) * CROWD_FUNDS;
  // What the keeper still collects and sells changes all of them: read until nothing moves.
  const sums = async () => {
    const [{ sol, utility }, collected] = [
      await chain.accounts.getVaults(),
      (await lamportsOf(treasury)) - rent,
    ];
    const token = await findTokenAccount(treasury, utilityMint);
    const { amount: inTreasury } = (await fetchToken(chain.rpc, token)).data;
    const { supply } = (await fetchMint(chain.rpc, utilityMint)).data;
    const minted = 2n * OWN_FUNDS.UTILITY + BUYER_UTILITY;
    const wallets = [alice, bob, ...crowd];
    const balances = await Promise.all(wallets.map((wallet) => availableOf(wallet)));
    const held = balances.reduce((sum, each) => sum + each, 0n);
    return {
      sol: deposits - withdrawn.SOL - collected - sol.burnedTotal - sol.owed,
      parts: sol.owed - held - sol.feesBurn - sol.feesDeveloper,
      utility: 2n * OWN_FUNDS.UTILITY - inTreasury - utility.burnedTotal - utility.owed,
      supply: minted - sol.utilityBurnedTotal - utility.burnedTotal - supply,
    };
  };
  await expect.poll(sums, POLL).toEqual({ sol: 0n, parts: 0n, utility: 0n, supply: 0n });
  return 'deposits = withdrawals + balances + fees + sold; supply = minted - burned; to the unit';
});

test('nothing was logged as an alarm, and nobody is unpaid', async () => {
  expect((await api.get('/../readyz')).status).toBe(200);
  const metrics = await (await fetch(new URL('/metrics', api.baseUrl))).text();
  expect(metrics).toMatch(/^tote_halted_markets 0$/m);
});
