import { getTransferSolInstruction } from '@solana-program/system';
import { DomainError } from '@tote/domain';
import { getBettorDecoder, getMarketDecoder, MarketState } from '@tote/program-client';
import { expect, test } from 'vitest';
import { readBettor } from '../src/bettor-account.ts';
import { createKey } from '../src/key.ts';
import { MARKET_SUMS_BYTES, readMarketSums } from '../src/market-sums.ts';
import { createWorld, SOL } from './world.ts';

test('reads the program accounts', async () => {
  const world = await createWorld();
  const { chain, relayer, oracle } = world;
  expect(chain.genesisHash).toBe(world.localnet.genesisHash);
  const config = await chain.accounts.getConfig();
  expect([config.operator, config.oracle]).toEqual([relayer.address, oracle.address]);
  const { wallet, bettor } = await world.openBettor({ sol: 3n * SOL });
  const found = await chain.accounts.findBettor(wallet.address);
  expect(found).toMatchObject({ address: bettor, available: [3n * SOL, 0n] });
  expect(await chain.accounts.findBettor(relayer.address)).toBeNull();
  const vaults = await chain.accounts.getVaults();
  expect([vaults.sol.owed, vaults.utility.owed]).toEqual([3n * SOL, 0n]);
  const market = await world.createMarket();
  expect(await chain.accounts.findMarket(market)).toMatchObject({ creator: relayer.address });
  expect(await chain.accounts.findMarket(bettor)).toBeNull();
});

test('the hand-written Bettor decoder agrees with the generated one', async () => {
  const world = await createWorld();
  const { bettor } = await world.openBettor({ slots: 3 });
  const { value } = await world.chain.rpc.getAccountInfo(bettor, { encoding: 'base64' }).send();
  const data = Buffer.from(value?.data[0] ?? '', 'base64');
  expect(readBettor(data)).toEqual(getBettorDecoder().decode(data));
});

test('the sums of a market are those that the generated decoder reads', async () => {
  const world = await createWorld();
  const market = await world.createMarket();
  const { value } = await world.chain.rpc.getAccountInfo(market, { encoding: 'base64' }).send();
  const data = Buffer.from(value?.data[0] ?? '', 'base64');
  const [read] = await world.chain.accounts.findMarketSums([market]);
  expect(read).toEqual(readMarketSums(data));
  // Another value in each byte, so that no field can be read from a neighbour.
  for (let at = 8; at < MARKET_SUMS_BYTES; at += 1) data[at] = at;
  data[4] = MarketState.Refunded;
  expect(getMarketDecoder().decode(data)).toMatchObject(readMarketSums(data));
  expect(() => readMarketSums(data.subarray(0, MARKET_SUMS_BYTES - 1))).toThrow(RangeError);
  const { wallet } = await world.openBettor();
  expect(await world.chain.accounts.findMarketSums([wallet.address])).toEqual([null]);
});

test('an address that only received lamports is not a Bettor', async () => {
  const world = await createWorld();
  const wallet = await createKey();
  const { findBettorAddress } = await import('@tote/program-client');
  await world.fund(await findBettorAddress(wallet.address));
  expect(await world.chain.accounts.findBettor(wallet.address)).toBeNull();
});

test('sends, and returns the landed transaction with all its instructions', async () => {
  const { chain, relayer } = await createWorld();
  const to = await createKey();
  const transfer = getTransferSolInstruction({
    source: relayer.signer,
    destination: to.address,
    amount: SOL,
  });
  const landed = await chain.send([transfer], [relayer], { computeUnitLimit: 1_000 });
  expect(landed.error).toBeNull();
  expect(landed.instructions.map(({ programAddress }) => programAddress)).toEqual([
    expect.stringMatching(/^1111/),
    expect.stringMatching(/^ComputeBudget/),
  ]);
  expect(landed.instructions[0]?.accounts).toEqual([relayer.address, to.address]);
  expect(await chain.fetchLanded(landed.signature)).toEqual(landed);
  const unknown = await chain.sign([transfer], [relayer]);
  expect(await chain.fetchLanded(unknown.signature)).toBeUndefined();
});

test('a refused transaction has the program’s error', async () => {
  const world = await createWorld();
  const { chain, relayer } = world;
  const { getRefundMarketInstruction } = await import('@tote/program-client');
  const market = await world.createMarket();
  const { config } = chain.addresses;
  const sent = chain.send([getRefundMarketInstruction({ market, config })], [relayer]);
  await expect(sent).rejects.toMatchObject({ failure: { customError: 60 } });
});

test('time advances between samples and never goes back', async () => {
  const { chain, localnet } = await createWorld();
  const before = chain.clock.now();
  await localnet.sandbox.advanceClock(1_000);
  const after = await chain.clock.refresh();
  expect(after - before).toBeGreaterThanOrEqual(1_000);
  expect(chain.clock.now()).toBeGreaterThanOrEqual(after);
  expect(chain.clock.slot()).toBeGreaterThan(0n);
});

test('returns the same blockhash for a while, then a newer one', async () => {
  const { chain } = await createWorld({ slotMs: 5 });
  const first = await chain.blockhashes.latest();
  expect(await chain.blockhashes.latest()).toEqual(first);
  await expect
    .poll(async () => (await chain.blockhashes.latest()).lastValidBlockHeight)
    .toBeGreaterThan(first.lastValidBlockHeight);
});

test('a chain that does not respond is chain_unavailable', async () => {
  const silent = () => new Promise<never>(() => undefined);
  let isSilent = false;
  const { chain } = await createWorld({
    wrap: (transport) => (request) => (isSilent ? silent() : transport(request)),
    timeoutMs: 100,
  });
  isSilent = true;
  await expect(chain.accounts.getConfig()).rejects.toThrow(DomainError);
  await expect(chain.rpc.getSlot().send()).rejects.toMatchObject({ code: 'chain_unavailable' });
});
