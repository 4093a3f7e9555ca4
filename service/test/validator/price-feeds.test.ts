// Prices at expiry on Anza's validator. Two accounts that Pyth's receiver would have written are in
// its genesis: that of the sponsors with the update of the expiry, and one that our keeper has
// posted. With TOTE_PYTH_RECEIVER (see ../price-updates/support.ts) the receiver itself is there,
// too: then a third price is fetched and posted, and all accounts of the keeper are closed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, createDefaultRpcTransport } from '@solana/kit';
import { openChain } from '@tote/chain/open-chain';
import { compileSupported } from '@tote/conditions/compile-supported';
import { findPythPushAddress } from '@tote/conditions/oracles/derived-addresses';
import {
  encodePythPriceUpdate,
  type PythPrice,
} from '@tote/conditions/oracles/layouts/pyth-price-update';
import { getFeed } from '@tote/conditions/oracles/price-feeds';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { unixSeconds } from '@tote/domain';
import { MarketSource, TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type HermesServer,
  startHermes,
} from '../../../packages/conditions/test/oracles/support/hermes-server.ts';
import {
  makeUpdate,
  priceAt,
} from '../../../packages/conditions/test/oracles/support/pyth-updates.ts';
import { startValidator, type Validator } from '../../../tools/validator/start-validator.ts';
import { initializeEmbedded } from '../../src/embedded/initialize.ts';
import { createIndexer } from '../../src/indexer/indexer.ts';
import { createKeeper } from '../../src/keeper/keeper.ts';
import { deriveUpdateKey } from '../../src/keeper/observe/posted-accounts.ts';
import { loadEmbeddedKeys, loadKey } from '../../src/settings/keys.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createKeeperReads } from '../../src/store/projection/list-due-markets.ts';
import { startPriceUpdates } from '../../src/wiring/open-base.ts';
import { PROGRAM_FILE } from '../embedded/support.ts';
import {
  listReceiverAccounts,
  RECEIVER_FILE,
  type ReceiverAccount,
} from '../keeper/observe/price-updates-support.ts';
import { createMarket, getMarket } from '../keeper/support.ts';
import { NO_CRASH_POINTS } from '../support/no-crash-points.ts';
import { SILENT_LOG } from '../support/silent-log.ts';

const SOL = getFeed('SOL').feedId;
const BTC = getFeed('BTC').feedId;
/** Betting ends a minute before the expiry. */
const EXPIRES_IN = 100;

let dir: string;
let hermes: HermesServer;
let validator: Validator | undefined;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tote-price-feeds-'));
  hermes = await startHermes(({ moment, feedIds }) => {
    const second = moment ?? Math.floor(Date.now() / 1_000);
    return [makeUpdate(feedIds.map((feedId) => priceAt(second, { feedId })))];
  });
});
afterEach(async () => {
  await validator?.stop();
  await hermes.close();
  rmSync(dir, { recursive: true });
});

/** `--account` of the validator. */
function accountArguments({ address, owner, data }: ReceiverAccount): string[] {
  const file = join(dir, `${address}.json`);
  const account = {
    ...{ lamports: 10_000_000, owner, executable: false, rentEpoch: 0 },
    ...{ data: [Buffer.from(data).toString('base64'), 'base64'], space: data.length },
  };
  writeFileSync(file, JSON.stringify({ pubkey: address, account }));
  return ['--account', address, file];
}

const posted = (address: Address, price: PythPrice, writeAuthority: Address): ReceiverAccount => ({
  ...{ address, owner: PYTH_RECEIVER },
  data: encodePythPriceUpdate(price, { writeAuthority, postedSlot: 1n }),
});

test('questions about prices are facts, and accounts that have the price decide them', async () => {
  const folder = { dir: join(dir, 'keys'), mayCreate: true };
  const keys = await loadEmbeddedKeys(folder);
  const treasury = (await loadKey(folder, 'treasury')).address;
  const moment = unixSeconds(Math.floor(Date.now() / 1_000) + EXPIRES_IN);
  const pushed = await findPythPushAddress(SOL);
  const wanted = { receiver: PYTH_RECEIVER, feedId: BTC, moment };
  const own = (await deriveUpdateKey(keys.keeper, wanted)).address;
  const ofBtc = priceAt(moment, { feedId: BTC });
  const accounts = [
    ...(await listReceiverAccounts()),
    posted(pushed, priceAt(moment), pushed),
    posted(own, ofBtc, keys.keeper.address),
  ];
  const authority = keys.admin.address;
  validator = await startValidator({
    ledger: join(dir, 'ledger'),
    programs: [
      { address: TOTE_PROGRAM_ADDRESS, file: PROGRAM_FILE, authority },
      ...(RECEIVER_FILE ? [{ address: PYTH_RECEIVER, file: RECEIVER_FILE, authority }] : []),
    ],
    extraArguments: accounts.flatMap(accountArguments),
  });
  const wallMs = () => Date.now();
  const chain = await openChain({
    transport: createDefaultRpcTransport({ url: validator.rpcUrl }),
    ...{ programAddress: TOTE_PROGRAM_ADDRESS, wallMs },
  });
  const { utilityMint } = await initializeEmbedded({ chain, keys, treasury });
  const store = await openStore();
  const log = SILENT_LOG;
  const indexer = createIndexer({ chain, store, wallMs, log });
  const reads = createKeeperReads(store, indexer.cache);
  const closers: (() => unknown)[] = [];
  const priceUpdates = await startPriceUpdates(
    {
      settings: { hermesUrls: [hermes.url], hermesKey: undefined },
      ...{ platform: { chain, keys }, demoWorld: undefined, log, wallMs },
    },
    { add: (close) => closers.push(close) },
  );
  const question = 'Will SOL be above $150 at expiry?';
  const asked = { question, tokenAddress: null, expiresAt: moment };
  const compile = (coversFeed: (feedId: string) => boolean) =>
    compileSupported({ ...asked, coversFeed, watchesFeed: () => false });
  const { decider } = await compile((feedId) => priceUpdates.covers(feedId));
  expect(decider.source).toBe(MarketSource.TimedFact);
  expect((await compile(() => false)).decider.source).toBe(MarketSource.Oracle);

  const world = { chain, keys, indexer, reads, store, utilityMint, wallMs };
  const create = (feed: string, threshold: string) =>
    createMarket(world, {
      ...{ expiresAt: moment, closesBefore: 60, refundAfter: 3_600 },
      asked: { type: 'price_feed', feed, comparator: 'gt', threshold, timing: 'at_expiry' },
    });
  const ofSol = await create('SOL', '150.12345678');
  const ofOther = await create('BTC', '150.12345677');
  const ofEth = RECEIVER_FILE ? await create('ETH', '150') : undefined;
  const keeper = createKeeper({
    ...world,
    ...{ fees: undefined, crash: NO_CRASH_POINTS },
    log,
    priceUpdates,
  });
  keeper.start();
  const outcome = async ({ id }: typeof ofSol) => (await getMarket(world, id)).end?.outcome;
  await expect.poll(() => outcome(ofSol), { timeout: 300_000, interval: 500 }).toBe('No');
  await expect.poll(() => outcome(ofOther), { timeout: 60_000, interval: 500 }).toBe('Yes');
  // Found by its write authority, with the filters of a real node.
  const opened = async () => (await priceUpdates.opened?.list())?.map(({ address }) => address);
  const fetched = () => hermes.requests.flatMap(({ moment }) => moment ?? []);
  if (ofEth) {
    await expect.poll(() => outcome(ofEth), { timeout: 60_000, interval: 500 }).toBe('Yes');
    expect(fetched()).toEqual([moment]);
    // All that the keeper opened are closed.
    await expect.poll(opened, { timeout: 60_000, interval: 500 }).toEqual([]);
    const { accounts: left } = await readSample(chain, [own]);
    expect(left[0]?.owner).toBeNull();
  } else {
    expect(await opened()).toEqual([own]);
    expect(fetched()).toEqual([]);
  }
  await keeper.stop();
  for (const close of closers) await close();
  await indexer.stop();
  await store.close();
  await chain.close();
});
