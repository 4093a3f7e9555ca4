// A service long after its bets: everything that may go was removed, and it answers as before.
import { join } from 'node:path';
import type { Address, Base64EncodedWireTransaction, Signature } from '@solana/kit';
import { expect, onTestFinished, test } from 'vitest';
import { toteHere } from '../../../packages/cli/test/support/tote-here.ts';
import { Archive } from '../../../packages/localnet/src/ledger/archive.ts';
import { parseAddress } from '../../../packages/localnet/src/sandbox/address.ts';
import { until } from '../../../tools/test-setup/until.ts';
import { openStore } from '../../src/store/open-store.ts';
import { rebuild } from '../../src/wiring/rebuild-command.ts';
import { type ChainAccess, openChainAccess } from '../conformance/support/chain-access.ts';
import { removeOutdated } from '../store/support/remove-outdated.ts';
import { World, worldConfig } from '../support/world.ts';

const YEARS = 10 * 366 * 86_400;

async function playMarkets(world: World) {
  const expireAt = await world.inSeconds(900);
  const price = { question: 'Will SOL be above $100 at expiry?', expireAt };
  const markets = [await world.createMarket({ expireAt }), await world.createMarket(price)];
  const bets: { betId: string; transactionId: string }[] = [];
  for (const id of markets) {
    bets.push((await world.bet(id, 'alice', 'Yes', '3')).body);
    bets.push((await world.bet(id, 'bob', 'No', '1.000001')).body);
  }
  await world.advance(901);
  for (const id of markets) {
    const isClosed = async () =>
      expect((await world.get(`/markets/${id}/resolution`)).body.fees?.dust).toBe(0);
    await until(isClosed);
  }
  await world.finishBuyback();
  // Still open.
  markets.push(await world.createMarket());
  bets.push((await world.bet(markets[2] as string, 'alice', 'No', '0.5')).body);
  return { markets, bets };
}

type Played = Awaited<ReturnType<typeof playMarkets>>;

async function askEverything(world: World, { markets, bets }: Played) {
  const ended = markets.slice(0, 2);
  const paths = [
    '/markets',
    ...markets.flatMap((id) => [`/markets/${id}/bets`, `/markets/${id}/history`]),
    ...ended.flatMap((id) => [`/markets/${id}/resolution`, `/markets/${id}/payouts`]),
    ...bets.flatMap(({ betId, transactionId }) => [
      ...[`/bets/${betId}`, `/transactions/${transactionId}`],
    ]),
  ];
  const ask = async (path: string) => {
    const { status, text } = await world.get(path);
    return { path, status, text };
  };
  return Promise.all(paths.map(ask));
}

/** An airdrop, and a transaction of the program that fails. */
async function sendOthers({ chain, relayer }: ChainAccess): Promise<Signature[]> {
  const airdrop = await chain.rpc.requestAirdrop(relayer.address, 1_000_000n as never).send();
  const nonsense = { programAddress: chain.programAddress, data: Uint8Array.of(255) };
  const { wire } = await chain.sign([nonsense], [relayer]);
  const text = Buffer.from(wire).toString('base64') as Base64EncodedWireTransaction;
  const options = { encoding: 'base64', skipPreflight: true } as const;
  return [airdrop, await chain.rpc.sendTransaction(text, options).send()];
}

/** What the clean-ups do in time. The service is stopped. */
async function removeEverythingOld(dir: string, program: Address): Promise<bigint> {
  const archive = new Archive(join(dir, 'chain', 'ledger.db'));
  while (archive.pruneNext({ programs: [parseAddress(program)], before: 1n << 60n }));
  archive.close();
  const store = await openStore({ dir });
  const rows = await removeOutdated(store, Date.now() / 1_000 + YEARS);
  expect(await store.db.selectFrom('submissions').selectAll().execute()).toEqual([]);
  expect(await store.db.selectFrom('requests').selectAll().execute()).toEqual([]);
  await store.close();
  return rows;
}

async function verifyAll(world: World, markets: readonly string[]): Promise<void> {
  for (const id of markets) {
    const args = ['verify', id, '--url', world.service.baseUrl, '--rpc', world.demo.rpcUrl];
    const { code, lines } = await toteHere(args);
    expect(code, lines.join('\n')).toBe(0);
  }
}

test('what is removed changes no answer, no rebuild and no verification', async () => {
  let world = await World.start();
  onTestFinished(() => world.close());
  const played = await playMarkets(world);
  const access = await openChainAccess(world);
  const [airdrop, failed] = await sendOthers(access);
  const { programAddress } = access.chain;
  // The newest group of the ledger is never removed.
  await world.bet(played.markets[2] as string, 'bob', 'Yes', '0.25');
  // Final, so that no answer changes by itself.
  const last = `/transactions/${played.bets.at(-1)?.transactionId}`;
  const isFinal = async () => expect((await world.get(last)).body.state).toBe('finalized');
  await until(isFinal);
  const before = await askEverything(world, played);
  expect(before.map(({ status }) => status)).toEqual(before.map(() => 200));
  await access.close();
  await world.service.close();

  expect(await removeEverythingOld(world.dir, programAddress)).toBeGreaterThan(5n);
  world = await World.start({}, world.dir);
  expect(await askEverything(world, played)).toEqual(before);
  const { chain, close } = await openChainAccess(world);
  const statuses = await chain.rpc
    .getSignatureStatuses([airdrop, failed] as Signature[], { searchTransactionHistory: true })
    .send();
  expect(statuses.value.map((status) => status !== null)).toEqual([false, true]);
  await close();
  await verifyAll(world, played.markets.slice(0, 2));

  await world.service.close();
  await rebuild(worldConfig(world.dir), ['--yes'], { print: () => {} });
  world = await World.start({}, world.dir);
  expect(await askEverything(world, played)).toEqual(before);
  await verifyAll(world, played.markets.slice(0, 2));
  const next = await world.bet(played.markets[2] as string, 'bob', 'Yes', '0.25');
  expect(next.status).toBe(201);
});
