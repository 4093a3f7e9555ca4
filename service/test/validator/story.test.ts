// The whole life of the service on a node that nobody here wrote, from the deployment of the
// program to the last base unit. Each step builds on the ones before it. The table that is printed
// at the end is in docs/clusters.md.

import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '@solana/kit';
import { getBurnInstruction, getMintToInstruction } from '@solana-program/token';
import { ensureUtility } from '@tote/chain/deployment/utility-mint';
import { listSignatures } from '@tote/chain/history/list-signatures';
import type { Key } from '@tote/chain/key';
import { findTokenAccount } from '@tote/program-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBin } from '../../../packages/cli/test/support/run-bin.ts';
import { loadKey } from '../../src/settings/keys.ts';
import { type Api, expectBalanced } from '../faults/support/api.ts';
import { createApiKey, type FundedWallet } from '../faults/support/funded-wallet.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { createMint } from '../support/create-mint.ts';
import { askEverything } from './support/ask-everything.ts';
import { betWithoutService } from './support/bet-without-service.ts';
import { Cluster } from './support/cluster.ts';
import { sumUp } from './support/conservation.ts';
import { availableOf, CROWD_FUNDS, Crowd, lamportsOf } from './support/crowd.ts';
import {
  betOwn,
  fundKey,
  inSol,
  inUtility,
  openOwnWallet,
  signAndSubmit,
} from './support/own-wallet.ts';
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
const CROWD = 240;
/** All that carol ever deposits, in base units of UTILITY. */
const CAROL_STAKE = 7_000_001n;
const OWN_FUNDS = { SOL: 40n * SOL, UTILITY: 500n * UTILITY };
/** Long enough for every bet on a busy machine. */
const MARKET_SECONDS = 90;
const REFUND_SECONDS = 5n;
/** What the buyer may spend in the buyback. */
const BUYER_UTILITY = 1_000_000n * UTILITY;
/** More than the first price, so that the first lot is bought at once. */
const BUYING = { TOTE_BUYBACK_LIMIT: '80000' };
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
let carol: Key;
let crowd: Crowd;
let mint: Address;
let tokens: Address;
let expiresAt: number;
/** In lamports. */
let withdrawn = 0n;
const markets: Record<string, string> = {};
const steps = new Steps();
const folder = mkdtempSync(join(tmpdir(), 'tote-story-'));
const logFile = join(folder, 'log');

beforeAll(async () => {
  cluster = await Cluster.deploy(steps);
  await steps.count(program());
}, 300_000);
afterAll(async () => {
  steps.print('The story on solana-test-validator');
  await service?.stop();
  await cluster?.close();
  rmSync(folder, { recursive: true, force: true });
});

const program = () => ({ rpc: cluster.chain.rpc, address: cluster.chain.programAddress });

/** After a failure the steps behind it would only hide its cause. */
let hasFailed = false;
const step = (name: string, run: () => Promise<string>) =>
  test(name, async (context) => {
    context.skip(hasFailed, 'a step before it failed');
    hasFailed = true;
    await steps.step(name, program(), run);
    hasFailed = false;
  });

const detailOf = async (name: string) => (await api.get(`/markets/${markets[name]}`)).body;
const addressOf = (name: string) => (markets[name] as string).replace('market_', '') as Address;
const listOf = (name: string) => listSignatures(cluster.chain.rpc, addressOf(name), undefined);

async function startService(settings: Record<string, string> = {}): Promise<void> {
  const prepared = ServiceProcess.prepare({ output: openSync(logFile, 'a') });
  service = await prepared({ ...cluster.env(), TOTE_LOG_LEVEL: 'warn', ...settings });
  api = service.api;
}

step('the service starts', async () => {
  const { chain, keys, utilityMint: mint } = cluster;
  const utility = await chain.accounts.getUtility();
  const buyer = await loadKey({ dir: `${cluster.dir}/keys`, mayCreate: true }, 'buyer');
  await ensureUtility(chain, { admin: keys.admin, ...utility, owners: [buyer.address] });
  const token = await findTokenAccount(buyer.address, utility);
  const minted = { mint, token, mintAuthority: keys.admin.signer, amount: BUYER_UTILITY };
  await chain.send([getMintToInstruction(minted)], [keys.admin]);
  await startService(BUYING);
  const { body } = await api.get('/config');
  expect(body).toMatchObject({
    program: chain.programAddress,
    genesisHash: chain.genesisHash,
    trust: { programMatches: true },
  });
  expect((await api.get('/../readyz?for=writes')).status).toBe(200);
  oracle = { apiKey: await createApiKey(api, keys.oracle, { scopes: ['read', 'attest'] }) };
  return 'ready; the deployed program is the committed file';
});

step('wallets', async () => {
  const { chain } = cluster;
  alice = await openOwnWallet(cluster, api, OWN_FUNDS);
  bob = await openOwnWallet(cluster, api, OWN_FUNDS);
  crowd = new Crowd(chain, await cluster.openWallets(api, CROWD, { SOL: CROWD_FUNDS }));
  for (const { key } of [alice, bob]) {
    expect(await availableOf(chain, key.address)).toBe(OWN_FUNDS.SOL);
    expect(await availableOf(chain, key.address, 1)).toBe(OWN_FUNDS.UTILITY);
  }
  for (const { key } of crowd.wallets) {
    expect(await availableOf(chain, key.address)).toBe(CROWD_FUNDS);
  }
  await expectBalanced(api);
  return `${CROWD + 2} opened, 2 of them by the API; each holds its deposit to the base unit`;
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
  carol = await fundKey(cluster, { SOL: 0n, UTILITY: CAROL_STAKE });
  const first = { expireAt, stake: inUtility(CAROL_STAKE) };
  markets.own = await createOwnMarket(api, carol, first);
  const silent = { expiresAt: BigInt(expiresAt), refundSeconds: REFUND_SECONDS };
  markets.silent = await createSilentMarket(cluster, silent);
  await expect.poll(async () => (await detailOf('silent')).status, POLL).toBe('open');
  const decided = asked.map(async ([name]) => [name, (await detailOf(name)).decidedBy]);
  expect(Object.fromEntries(await Promise.all(decided))).toEqual({
    ...{ crowded: 'attestation', attested: 'attestation', verdict: 'attestation' },
    ...{ lonely: 'attestation', supply: 'fact', burned: 'fact', account: 'fact' },
    // To the program a mint that was closed has not fallen below anything, so samples decide that.
    ...{ holders: 'samples', kept: 'samples' },
  });
  const total = Object.keys(markets).length;
  const kinds = 'events, a verdict, supply in 3 timings, holders, an account';
  return `${total}: ${kinds}; 1 signed by a new wallet, in v1`;
});

const SIDES = () =>
  [
    [alice, 'Yes'],
    [bob, 'No'],
  ] as const;

step('bets by the service', async () => {
  let placed = 0;
  for (const name of ['attested', 'verdict', 'supply', 'burned', 'kept', 'holders']) {
    const marketId = markets[name] as string;
    for (const [who, outcome] of SIDES()) {
      const request = { marketId, outcome, amount: 2, key: `${name} ${outcome}` };
      const answer = await api.bet(who, request);
      expect([name, answer.status, answer.text]).toEqual([name, 201, expect.any(String)]);
      expect((await api.bet(who, request)).text).toBe(answer.text);
      placed += 1;
    }
  }
  const lonely = { marketId: markets.lonely as string, amount: 3 };
  expect((await api.bet(alice, lonely)).status).toBe(201);
  const own = { marketId: markets.own as string, outcome: 'No' as const, amount: '5.5' };
  expect((await api.bet(alice, own)).status).toBe(201);
  const custom = { marketId: markets.account as string, amount: 1 };
  expect(await api.bet(alice, custom)).toMatchObject({ status: 403, code: 'market_custom' });
  expect((await detailOf('supply')).betCount).toBe(2);
  return `${placed + 2}, each once, also when it is repeated with its key; none in a custom market`;
});

step('bets that wallets sign, v0 and v1', async () => {
  const names = ['account', 'supply'];
  for (const [who, outcome] of SIDES()) {
    for (const [index, name] of names.entries()) {
      const asked = index === 0 ? ({ transactionVersion: 0 } as const) : {};
      const bet = { outcome, amount: '1.000000001', ...asked };
      const answer = await betOwn(api, who.key, markets[name] as string, bet);
      expect([name, answer.status, answer.text]).toEqual([name, 201, expect.any(String)]);
      // Without the field it is version 0, too, because it fits.
      expect(answer.version).toBe(0);
    }
  }
  const direct = [...SIDES().map(([who, outcome]) => ['account', who, outcome] as const)];
  for (const [name, { key }, outcome] of [...direct, ['silent', alice, 'Yes'] as const]) {
    const bet = { market: addressOf(name), outcome, stake: SOL + 1n };
    const signature = await betWithoutService(cluster.chain, key, bet);
    const shown = async () => (await api.get(`/transactions/${signature}`)).body;
    const expected = { bets: [{ marketId: markets[name], wallet: key.address, outcome }] };
    await expect.poll(shown, POLL).toMatchObject(expected);
  }
  const counts = ['account', 'supply', 'silent'].map(
    async (name) => (await detailOf(name)).betCount,
  );
  expect(await Promise.all(counts)).toEqual([4, 4, 1]);
  return '4 prepared in v0; 3 in v1 that the wallet built and sent to the node itself';
});

step('bets of a crowd at once', async () => {
  const before = await listOf('crowded');
  const ids = await crowd.bet(api, markets.crowded as string);
  expect(ids.size).toBe(CROWD);
  const detail = await detailOf('crowded');
  expect(detail).toMatchObject({ betCount: CROWD });
  expect(detail.outcomes.map(({ totalStake }: { totalStake: number }) => totalStake)).toEqual([
    Number(inSol(crowd.pools.yes)),
    Number(inSol(crowd.pools.no)),
  ]);
  await crowd.expectStaked();
  const batches = (await listOf('crowded')).length - before.length;
  expect(batches).toBeLessThan(CROWD / 2);
  return `${CROWD} bets of one market in ${batches} transactions; every stake, odds and counts`;
});

step('events end markets before their expiry', async () => {
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
  const { resolvedAt } = await detailOf('burned');
  expect(Date.parse(resolvedAt)).toBeLessThan(expiresAt * 1_000);
  return 'attested, and a supply that shrank: Yes, winners paid';
});

async function expectEnd(name: string, winningOutcome: string): Promise<void> {
  const end = { status: 'resolved', winningOutcome, settled: true };
  await expect.poll(() => detailOf(name), POLL).toMatchObject(end);
}

step('automatic withdrawal is turned on', async () => {
  const [first] = crowd.wallets as [FundedWallet];
  const actions = [{ type: 'autoWithdraw', enabled: true }];
  expect(await signAndSubmit(api, first.key, actions)).toBe('confirmed');
  return 'signed by a wallet without SOL; the service pays the fee';
});

step('expiry and settlement', async () => {
  const { chain } = cluster;
  await expect.poll(() => chain.clock.refresh(), POLL).toBeGreaterThanOrEqual(expiresAt);
  const began = performance.now();
  const late = await api.bet(alice, { marketId: markets.supply as string });
  expect([late.status, late.code]).toEqual([
    409,
    expect.toBeOneOf(['market_closed', 'market_resolved']),
  ]);
  const before = (await listOf('crowded')).length;
  await expectEnd('crowded', 'No');
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const sent = (await listOf('crowded')).length - before;
  const body = { outcome: 'No', evidence: 'It was grey.' };
  const path = `/markets/${markets.verdict}/attestations`;
  expect((await api.call('POST', path, { body, as: oracle })).status).toBe(200);
  await expectEnd('verdict', 'No');
  for (const name of ['supply', 'kept', 'holders', 'account']) await expectEnd(name, 'Yes');
  await expectEnd('own', 'No');
  await crowd.expectPaid();
  const how = `${seconds} s after expiry, ${sent} transactions`;
  return `${CROWD} positions paid to the base unit, ${how}`;
});

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
  const { chain } = cluster;
  const { address } = alice.key;
  const [held, before] = [await availableOf(chain, address), await lamportsOf(chain, address)];
  const withdraw = { type: 'withdraw', currency: 'SOL', amount: inSol(held) };
  expect(await signAndSubmit(api, alice.key, [withdraw])).toBe('confirmed');
  expect(await lamportsOf(chain, address)).toBe(before + held);
  expect(await availableOf(chain, address)).toBe(0n);
  const [swept] = crowd.wallets as [FundedWallet];
  const sweep = () => lamportsOf(chain, swept.key.address);
  await expect.poll(sweep, POLL).toBeGreaterThan(0n);
  withdrawn = held + (await sweep());
  return `${inSol(held)} SOL to the lamport, and the automatic one of a winner`;
});

step('buyback', async () => {
  const read = async () => (await cluster.chain.accounts.getVaults()).sol;
  await expect.poll(async () => (await read()).burnedTotal, POLL).toBeGreaterThan(0n);
  // A lot a minute would change what the next steps read.
  await service.stop();
  const { utilityBurnedTotal, burnedTotal, lot } = await read();
  expect(burnedTotal % lot).toBe(0n);
  expect(utilityBurnedTotal).toBeGreaterThan(0n);
  await startService();
  return `${inSol(burnedTotal)} SOL sold, the UTILITY for it burned`;
});

step('`tote verify`', async () => {
  const counts = { recomputed: 0, oracleWord: 0, different: 0, unchecked: 0 };
  const node = ['--url', api.baseUrl, '--rpc', cluster.validator.rpcUrl, '--json'];
  for (const [name, marketId] of Object.entries(markets)) {
    const { code, out, err, json } = await tote(['verify', marketId, ...node]);
    expect([name, code, out + err]).toEqual([name, 0, expect.any(String)]);
    for (const key of Object.keys(counts) as (keyof typeof counts)[]) {
      counts[key] += json.counts[key];
    }
  }
  expect(counts).toMatchObject({ different: 0, unchecked: 0 });
  expect(counts.recomputed).toBeGreaterThan(CROWD);
  const total = Object.keys(markets).length;
  const { recomputed, oracleWord } = counts;
  const said = `${oracleWord} the oracle's word`;
  return `${total} markets: ${recomputed} values recomputed, 0 differ, ${said}`;
});

function tote(args: readonly string[], settings = cluster.env()) {
  const { PATH = '' } = process.env;
  return runBin(args, { PATH, HOME: folder, ...settings }, folder);
}

step('`tote rebuild`', async () => {
  const asked = { markets: Object.values(markets), wallets: [alice, bob, ...crowd.wallets] };
  const before = await askEverything(api, asked);
  await service.stop();
  const { code, out, err } = await tote(['rebuild', '--yes']);
  expect(code, out + err).toBe(0);
  await startService();
  expect(await askEverything(api, asked)).toEqual(before);
  const [, transactions] = /rebuilt from (\d+) transactions/.exec(out) ?? [];
  expect(Number(transactions)).toBeGreaterThan(CROWD);
  return `from ${transactions} transactions; ${Object.keys(before).length} answers are the same`;
});

step('conservation', async () => {
  await expectBalanced(api);
  const moved = {
    wallets: [carol, ...[alice, bob, ...crowd.wallets].map(({ key }) => key)],
    deposited: {
      SOL: 2n * OWN_FUNDS.SOL + BigInt(CROWD) * CROWD_FUNDS,
      UTILITY: 2n * OWN_FUNDS.UTILITY + CAROL_STAKE,
    },
    ...{ withdrawn, mintedBeside: BUYER_UTILITY },
  };
  // What the keeper still collects changes the accounts between two reads.
  const nothing = { sol: 0n, solParts: 0n, utility: 0n, utilityParts: 0n, supply: 0n };
  await expect.poll(() => sumUp(cluster, moved), POLL).toEqual(nothing);
  return 'deposits = withdrawals + balances + fees + sold; supply = minted - burned; to the unit';
});

step('nothing is halted, and there was no alarm', async () => {
  expect((await api.get('/../readyz?for=writes')).status).toBe(200);
  const metrics = await (await fetch(new URL('/metrics', api.baseUrl))).text();
  expect(metrics).toMatch(/^tote_halted_markets 0$/m);
  const lines = readFileSync(logFile, 'utf8').split('\n');
  // A warning of each start shows that alarms would be there.
  expect(lines.filter((line) => line.includes('Changes of the Config'))).toHaveLength(3);
  expect(lines.filter((line) => line.includes('"alarm"'))).toEqual([]);
  const retried = lines.filter((line) => line.includes('A job of the keeper failed')).length;
  return `0 alarms in the log of 3 starts; jobs of the keeper that were tried again: ${retried}`;
});
