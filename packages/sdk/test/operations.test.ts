// Every operation of the API through the SDK, against the real service.
import { join } from 'node:path';
import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import { keyFromBytes, readKeyFile } from '@tote/chain/key';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInText } from '../../../service/test/auth/support/sign-in-text.ts';
import { callSigned } from '../../../service/test/conformance/support/wallets.ts';
import { signTransaction } from '../../../service/test/support/new-wallet.ts';
import { World } from '../../../service/test/support/world.ts';
import { OPERATIONS } from '../src/generated/operations.ts';
import {
  createTote,
  decimal,
  fromBaseUnits,
  signerFromKeyPair,
  type Tote,
  type ToteError,
  toBaseUnits,
} from '../src/index.ts';

let world: World;
let alice: Tote;
let bob: Tote;
let nobody: Tote;
const called = new Set<string>();

/** Notes which methods were called. */
function connect(apiKey?: string): Tote {
  const tote = createTote({ url: world.service.baseUrl, credential: { apiKey } });
  return new Proxy(tote, {
    get(target, name: keyof Tote) {
      called.add(name);
      return target[name];
    },
  });
}

beforeAll(async () => {
  world = await World.start();
  alice = connect(world.wallet('alice').apiKey);
  bob = connect(world.wallet('bob').apiKey);
  nobody = connect();
});
afterAll(() => world.close());

const MARKET = { outcomes: ['Yes', 'No'], currency: 'SOL' } as const;
const inSeconds = async (seconds: number) =>
  new Date(Date.parse((await nobody.getConfig()).now) + seconds * 1_000).toISOString();

async function createMarket(seconds = 3_600) {
  const question = 'Will it rain in Lisbon?';
  return alice.createMarket({ ...MARKET, question, expireAt: await inSeconds(seconds) });
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: ToteError) => [error.code, error.status],
  );

describe('markets and bets', () => {
  test('a market is previewed, created, listed and read, with exact amounts', async () => {
    const expireAt = await inSeconds(7_200);
    const question = 'Will it rain in Porto?';
    const preview = await nobody.previewMarket({ ...MARKET, question, expireAt });
    expect(preview.decidedBy).toBe('attestation');
    const stake = { outcome: 'Yes', amount: 1_000_000_001n } as const;
    const created = await alice.createMarket({
      ...MARKET,
      question,
      expireAt,
      initialStake: stake,
    });
    expect(created.totalVolume).toBe('1.000000001');
    const [first] = await nobody.listMarkets({ limit: 1 });
    expect(first).toMatchObject({ id: created.id, totalVolume: '1.000000001', odds: { Yes: 1 } });
    const market = await bob.getMarket({ marketId: created.id });
    expect(market.outcomes).toEqual([
      { name: 'Yes', odds: 1, totalStake: '1.000000001' },
      { name: 'No', odds: 0, totalStake: '0' },
    ]);
    expect(market.yours).toBeNull();
  });

  test('a list names its next page', async () => {
    await createMarket();
    const page = await nobody.listMarkets({ limit: 1 });
    expect(page.nextCursor).toEqual(expect.any(String));
    const [next] = await nobody.listMarkets({ limit: 1, cursor: page.nextCursor });
    expect(next?.id).not.toBe(page[0]?.id);
    expect(Object.keys(page)).toEqual(['0']);
  });

  test('bets take decimals and base units, and are listed', async () => {
    const { id: marketId } = await createMarket();
    const first = await bob.placeBet({ marketId, outcome: 'No', amount: decimal('0.123456789') });
    expect(first).toMatchObject({ state: 'confirmed', amountStaked: '0.123456789' });
    const amount = 2n * toBaseUnits(first.amountStaked, 'SOL');
    const second = await bob.placeBet({ marketId, outcome: 'Yes', amount, currency: 'SOL' });
    expect(second.newTotalStake).toEqual({ Yes: '0.246913578', No: '0.123456789' });
    const bets = await nobody.listMarketBets({ marketId });
    expect(bets.map(({ betId }) => betId)).toEqual([second.betId, first.betId]);
    const [newest] = await nobody.listHistory({ marketId, after: undefined });
    expect(newest?.totalStake).toEqual(second.newTotalStake);
    expect(await nobody.getBet({ betId: first.betId })).toMatchObject({ state: 'confirmed' });
    const { transactionId } = first;
    expect((await nobody.getTransaction({ transactionId })).bets).toHaveLength(1);
  });

  test('refusals have the code and the status of the service, and changed nothing', async () => {
    const { id: marketId } = await createMarket();
    const bet = { marketId, outcome: 'Yes', amount: decimal('1') } as const;
    expect(await codeOf(nobody.placeBet(bet))).toEqual(['credential_missing', 401]);
    const tiny = { ...bet, amount: fromBaseUnits(1n, 'SOL') };
    expect(await codeOf(bob.placeBet(tiny))).toEqual(['stake_below_minimum', 400]);
    expect(await codeOf(bob.placeBet({ ...bet, amount: 1n }))).toEqual([
      'stake_below_minimum',
      400,
    ]);
    expect(await codeOf(nobody.getMarket({ marketId: '..' }))).toEqual([
      'input_invalid',
      undefined,
    ]);
    expect(await codeOf(nobody.getMarket({ marketId: 'a/b' }))).toEqual(['market_not_found', 404]);
    expect(await nobody.listMarketBets({ marketId })).toEqual([]);
  });

  test('a bet and a market can be prepared for a wallet', async () => {
    const { address: wallet } = world.wallet('bob');
    const { id: marketId } = await createMarket();
    const amount = decimal('1');
    const bet = await nobody.prepareBet({ marketId, outcome: 'No', amount, wallet });
    expect(bet.summary).toContain('Stakes 1 SOL on No.');
    expect(await codeOf(nobody.prepareVeto({ marketId, wallet }))).toEqual([
      ...['guardian_required', 403],
    ]);
    const question = 'Will it snow in Lisbon?';
    const expireAt = await inSeconds(900);
    const market = await nobody.prepareMarket({ ...MARKET, question, expireAt, wallet });
    expect(market.marketId).toMatch(/^market_/);
    expect(await codeOf(nobody.submitTransaction({ transaction: bet.transaction }))).toEqual([
      ...['credential_invalid', 401],
    ]);
    const { secretKey } = world.wallet('bob');
    const key = await keyFromBytes(getBase58Encoder().encode(secretKey) as Uint8Array);
    const signed = await signTransaction(market.transaction, key);
    const created = await nobody.createMarket({ transaction: signed });
    expect(created).toMatchObject({ id: market.marketId, creator: wallet, question });
  });
});

describe('the end of a market', () => {
  test('it is attested, resolved and paid, with receipt, payouts, samples and results', async () => {
    const { id: marketId } = await createMarket(600);
    await bob.placeBet({ marketId, outcome: 'Yes', amount: decimal('1') });
    await alice.placeBet({ marketId, outcome: 'No', amount: decimal('2') });
    const [largest] = await nobody.listPositions({ marketId, limit: 1 });
    expect(largest).toMatchObject({
      ...{ wallet: world.wallet('alice').address, stakes: { Yes: '0', No: '2' } },
    });
    expect(await codeOf(bob.getResult({ marketId }))).toEqual(['result_not_ready', 409]);
    expect(await codeOf(bob.attest({ marketId, outcome: 'Yes', evidence: 'wet' }))).toEqual([
      ...['not_allowed', 403],
    ]);
    expect(await codeOf(bob.listAttestations())).toEqual(['not_allowed', 403]);
    await alice.advanceClock({ advanceSeconds: 601 });
    await expect.poll(() => codeOf(bob.getResult({ marketId }))).toBeUndefined();
    const result = await alice.getResult({ marketId });
    expect(result).toMatchObject({ winningOutcome: 'No', yourWinnings: '2.9' });
    const receipt = await nobody.getReceipt({ marketId });
    expect(receipt.fees).toMatchObject({ burn: '0.05', burnRate: 0.05, distributed: '0.9' });
    expect(await nobody.listPayouts({ marketId })).toHaveLength(2);
    expect(await nobody.listSampleHashes({ marketId })).toEqual([]);
    expect(await nobody.listLaunches({ marketId })).toEqual([]);
    expect(await nobody.listValues({ marketId })).toEqual([]);
  });
});

describe('what bets came to', () => {
  test('results, the leaderboard, activity, stats and a statement, with exact amounts', async () => {
    const { address } = world.wallet('bob');
    await expect.poll(async () => (await nobody.getLeaderboard()).length).toBe(2);
    const [best, last] = await nobody.getLeaderboard({ window: 'day', currency: 'SOL' });
    expect([best, last]).toMatchObject([{ profit: '0.9' }, { wallet: address, profit: '-1' }]);
    const page = await nobody.getLeaderboard({ limit: 1 });
    const next = await nobody.getLeaderboard({ limit: 1, cursor: page.nextCursor });
    expect([page[0], next[0]]).toEqual([best, last]);
    const wallet = await nobody.getWallet({ address });
    expect(wallet.results.SOL).toMatchObject({ profit: '-1', staked: '1', paid: '0', lost: 1 });
    const [newest] = await nobody.listActivity({ type: 'payout' });
    expect(newest).toMatchObject({ type: 'position.settled', data: { payout: '2.9' } });
    const { totals, days } = await nobody.getStats({ days: 1 });
    expect(days).toHaveLength(1);
    expect(toBaseUnits(totals.SOL.volume, 'SOL')).toBeGreaterThan(3_000_000_000n);
    const { entries, closing } = await bob.getStatement();
    expect(closing).toEqual((await bob.getAccount()).balances);
    const sum = entries
      .filter(({ currency }) => currency === 'SOL')
      .reduce((all, { amount }) => all + toBaseUnits(amount, 'SOL'), 0n);
    expect(sum).toBe(toBaseUnits(closing.SOL, 'SOL'));
  });
});

describe('accounts and keys', () => {
  test('the account, its balances and its prepared transactions', async () => {
    const before = await bob.getAccount();
    const { balances } = await bob.useFaucet({ currency: 'SOL', amount: 5_000_000_000n });
    const gained = toBaseUnits(balances.SOL, 'SOL') - toBaseUnits(before.balances.SOL, 'SOL');
    expect(gained).toBe(5_000_000_000n);
    const { decimals } = await nobody.getConfig();
    const grown = await bob.useFaucet({ currency: 'UTILITY', amount: 1n });
    expect(toBaseUnits(grown.balances.UTILITY, decimals.UTILITY)).toBe(
      toBaseUnits(balances.UTILITY, decimals.UTILITY) + 1n,
    );
    const amount = decimal('0.5');
    const { summary } = await bob.prepareAccountTransaction({
      actions: [{ type: 'withdraw', currency: 'SOL', amount }],
    });
    expect(summary).toEqual(['Withdraws 0.5 SOL to the wallet.']);
  });

  test('a wallet of the sandbox bets at once', async () => {
    const { address, apiKey } = await nobody.createSandboxWallet();
    const { id: marketId } = await createMarket();
    await connect(apiKey).placeBet({ marketId, outcome: 'Yes', amount: decimal('1') });
    const [bet] = await nobody.listMarketBets({ marketId });
    expect(bet?.wallet).toBe(address);
  });

  test('API keys are made once per idempotency key, listed and revoked', async () => {
    const body = { name: 'bot', scopes: ['read'] } as const;
    const idempotencyKey = crypto.randomUUID();
    const made = await bob.createApiKey(body, { idempotencyKey });
    expect(await bob.createApiKey(body, { idempotencyKey })).toEqual(made);
    const listed = await bob.listApiKeys();
    expect(listed.filter(({ name }) => name === 'bot')).toHaveLength(1);
    expect((await connect(made.key).getAccount()).wallet).toBe(world.wallet('bob').address);
    expect(await bob.revokeApiKey({ keyId: made.id })).toMatchObject({ revoked: true });
    expect(await codeOf(connect(made.key).getAccount())).toEqual(['credential_invalid', 401]);
  });
});

describe('pages and webhooks', () => {
  test('a wallet signs in and gets a key with the scopes that it signed', async () => {
    const { secretKey, address: wallet } = world.wallet('bob');
    const key = await keyFromBytes(getBase58Encoder().encode(secretKey) as Uint8Array);
    const input = await nobody.getSignIn();
    const text = Buffer.from(signInText({ ...input, address: wallet }));
    const message = text.toString('base64');
    const signature = getBase58Decoder().decode(key.sign(text));
    const signed = await nobody.signIn({ wallet, message, signature });
    expect(signed).toMatchObject({ wallet, scopes: ['read', 'bet', 'create'] });
    expect((await connect(signed.key).getAccount()).wallet).toBe(wallet);
    expect(await codeOf(nobody.signIn({ wallet, message, signature }))).toEqual([
      ...['sign_in_invalid', 401],
    ]);
    const [revoked] = await connect(signed.key).signOutEverywhere();
    expect(revoked).toMatchObject({ id: signed.id, revoked: true });
  });

  test('a webhook is made, listed, gets another secret and is deleted', async () => {
    const url = 'https://1.1.1.1/hook';
    const made = await bob.createWebhook({ url, types: ['market.vetoed'], ownWallet: true });
    expect(made.secret).toMatch(/^whsec_/);
    const webhookId = made.id;
    const [listed] = await bob.listWebhooks();
    expect(listed).toMatchObject({ id: webhookId, url, state: 'active', failures: 0 });
    expect(await bob.listDeliveries({ webhookId })).toEqual([]);
    expect((await bob.rotateWebhookSecret({ webhookId })).secret).not.toBe(made.secret);
    expect(await bob.deleteWebhook({ webhookId })).toMatchObject({ id: webhookId });
    expect(await bob.listWebhooks()).toEqual([]);
  });
});

describe('series', () => {
  test('the admin starts one, everybody reads it, and it is stopped', async () => {
    const admin = await readKeyFile(join(world.dir, 'keys', 'admin.json'));
    const signer = await signerFromKeyPair(admin.signer.keyPair);
    const signed = createTote({ url: world.service.baseUrl, credential: { signer } });
    const { key } = await signed.createApiKey({ name: 'series', scopes: ['operate'] });
    const operator = connect(key);
    const made = await operator.createSeries({
      question: 'Will SOL be higher at {end} than at {start}?',
      condition: { type: 'change', of: 'price_feed', feed: 'SOL', comparator: 'gt', times: '1' },
      ...{ currency: 'SOL', cadence: '1d' },
    });
    expect((await nobody.listSeries()).map(({ id }) => id)).toEqual([made.id]);
    expect(await nobody.getSeries({ seriesId: made.id })).toMatchObject({ id: made.id });
    expect((await operator.stopSeries({ seriesId: made.id })).stoppedAt).not.toBeNull();
  });
});

describe('the service', () => {
  test('health, readiness, configuration and reserves', async () => {
    expect(await nobody.getHealth()).toEqual({ status: 'ok' });
    expect((await nobody.getReadiness()).status).toBe('ready');
    const { SOL } = await nobody.getReserves();
    const sum = [SOL.balances, SOL.pools, SOL.fees].map((each) => toBaseUnits(each, 'SOL'));
    expect(sum.reduce((total, each) => total + each)).toBe(toBaseUnits(SOL.owed, 'SOL'));
  });
});

test('a market is reported, hidden, listed and shown again', async () => {
  const marketId = await world.createMarket();
  expect(await nobody.reportMarket({ marketId, reason: 'It is spam.' })).toEqual({
    reported: true,
  });
  const admin = await readKeyFile(join(world.dir, 'keys', 'admin.json'));
  const body = { name: 'operations', scopes: ['operate'] };
  const made = await callSigned(world, admin, 'POST', '/api-keys', { body });
  const operator = connect(made.body.key);
  const hidden = await operator.hideMarket({ marketId, reason: 'It is spam.' });
  expect(await nobody.listHiddenMarkets()).toEqual([hidden]);
  expect((await operator.unhideMarket({ marketId })).unhiddenAt).not.toBeNull();
});

test('every operation was called', () => {
  expect(Object.keys(OPERATIONS).filter((name) => !called.has(name))).toEqual([]);
});
