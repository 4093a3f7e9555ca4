// The whole life of UTILITY whose mint is of Token-2022: deposits, bets, winnings, withdrawals,
// fees and the buyback, through the API and the SDK, which checks every transaction it signs.
import { type Address, generateKeyPair } from '@solana/kit';
import { fetchMint, fetchToken } from '@solana-program/token';
import { findTokenAccount, type UtilityToken } from '@tote/program-client';
import { createTote, decimal, type Signer, signerFromKeyPair, type Tote } from '@tote/sdk';
import { beforeAll, expect, test } from 'vitest';
import { turnSwitch } from '../../../packages/chain/test/token-switch.ts';
import { withdraw } from '../../../web/src/exit/actions.ts';
import { openDeployment } from '../../../web/src/exit/chain/deployment.ts';
import { fetchHoldings } from '../../../web/src/exit/chain/holdings.ts';
import { tryTransaction } from '../../../web/src/exit/chain/try-transaction.ts';
import { initializeEmbedded } from '../../src/embedded/initialize.ts';
import { restartWith, useChainAccess } from '../conformance/support/chain-access.ts';
import { demoKey } from '../conformance/support/wallets.ts';
import { startEmptyWorld } from '../embedded/support.ts';
import { createToken2022 } from '../support/create-token-2022.ts';
import { useFolder } from '../support/new-folder.ts';
import { useWorld } from '../support/use-world.ts';

const UNIT = 1_000_000n;

const dataDir = useFolder();
const utility = await initializeChain();
const world = useWorld({}, dataDir);
const access = useChainAccess(world);
let signer: Signer;
let tote: Tote;

beforeAll(async () => {
  signer = await signerFromKeyPair((await generateKeyPair()) as never);
  tote = createTote({ url: world.service.baseUrl, credential: { signer }, rpc: world.demo.rpcUrl });
});

/** What `tote init --mint` does on a cluster. */
async function initializeChain(): Promise<UtilityToken> {
  const { chain, keys, treasury, localnet, close } = await startEmptyWorld({ dataDir });
  await localnet.sandbox.setAccount(keys.admin.address, { lamports: 10n ** 12n });
  const token = await createToken2022(chain, keys.admin, 6);
  await initializeEmbedded({ chain, keys, treasury: treasury.address, utility: token });
  await close();
  return token;
}

const supply = async () => (await fetchMint(access.chain.rpc, utility.utilityMint)).data.supply;
const tokensOf = async (owner: Address) => {
  const account = await findTokenAccount(owner, utility);
  return (await fetchToken(access.chain.rpc, account)).data.amount;
};
const vaults = () => access.chain.accounts.getVaults();

async function expectConserved(): Promise<void> {
  const { SOL, UTILITY } = (await world.get('/reserves')).body;
  for (const { vault, owed, surplus } of [SOL, UTILITY]) {
    expect(surplus).toBe(0);
    expect(vault).toBe(owed);
  }
}

/** Alice bets on Yes, who loses, and somebody on No. */
async function play(currency: 'SOL' | 'UTILITY', betNo: (marketId: string) => Promise<unknown>) {
  const marketId = await world.createMarket({ currency });
  await world.bet(marketId, 'alice', 'Yes', 4);
  await betNo(marketId);
  await world.advance(3_601);
  return marketId;
}

test('the service names the token program, and the vault is of it', async () => {
  const { body } = await world.get('/config');
  expect(body).toMatchObject(utility);
  const { vaultToken } = access.chain.addresses;
  const { value } = await access.chain.rpc
    .getAccountInfo(vaultToken, { encoding: 'base64', commitment: 'confirmed' })
    .send();
  expect(value?.owner).toBe(utility.tokenProgram);
});

test('a wallet takes UTILITY out and puts it in again', async () => {
  await tote.openAccount();
  await tote.useFaucet({ currency: 'SOL', amount: decimal('3') });
  await tote.useFaucet({ currency: 'UTILITY', amount: decimal('10') });
  // The rent of its token account, which has 170 bytes.
  await tote.withdraw({ currency: 'SOL', amount: decimal('1') });
  await tote.withdraw({ currency: 'UTILITY', amount: decimal('4') });
  expect(await tokensOf(signer.address as Address)).toBe(4n * UNIT);
  await tote.deposit({ currency: 'UTILITY', amount: decimal('1.5'), feePayer: 'wallet' });
  expect(await tokensOf(signer.address as Address)).toBe(2_500_000n);
  expect((await tote.getAccount()).balances.UTILITY).toBe('7.5');
  await expectConserved();
});

test('winnings are swept to the wallet; fees are burned and go to the treasury', async () => {
  await tote.setAutoWithdraw({ enabled: true });
  const minted = await supply();
  // 7.5 are in its balance; what is missing for the stake is deposited with the bet.
  const bet = { outcome: 'No', amount: decimal('8'), signedBy: 'wallet' } as const;
  await play('UTILITY', (marketId) => tote.placeBet({ marketId, ...bet }));
  // 5 % of the 4 that lost are burned, and 5 % go to the treasury.
  const held = () => tokensOf(signer.address as Address);
  await expect.poll(held).toBe(2_000_000n + 11_600_000n);
  const left = async () => {
    const { feesBurn, feesDeveloper } = (await vaults()).utility;
    return [feesBurn, feesDeveloper];
  };
  await expect.poll(left).toEqual([0n, 0n]);
  expect(await supply()).toBe(minted - 200_000n);
  const { treasury } = await access.chain.accounts.getConfig();
  expect(await tokensOf(treasury)).toBe(200_000n);
  await expectConserved();
});

test('the burn share of SOL buys UTILITY, which is burned', async () => {
  const minted = await supply();
  const marketId = await play('SOL', (id) => world.bet(id, 'bob', 'No', 1));
  await expect.poll(async () => (await vaults()).sol.feesBurn).toBeGreaterThan(0n);
  // Two lots, one in each round.
  await world.advance(86_400);
  await expect.poll(async () => (await vaults()).sol.feesBurn).toBe(0n);
  const { utilityBurnedTotal } = (await vaults()).sol;
  expect(utilityBurnedTotal).toBeGreaterThan(0n);
  expect(await supply()).toBe(minted - utilityBurnedTotal);
  const { feesCollected } = (await world.get(`/markets/${marketId}`)).body;
  expect(feesCollected.burnedUtility).toContain('UTILITY');
  await expectConserved();
});

test('after a restart the mint is known, and the reserves add up', async () => {
  const reserves = async () => (await world.get('/reserves')).body.UTILITY;
  await restartWith(world, access);
  expect((await world.get('/config')).body).toMatchObject(utility);
  const { vault, owed } = await reserves();
  expect(vault).toBe(owed);
});

test('the exit screen of the page withdraws it without the service', async () => {
  const alice = await demoKey(world, 'alice');
  const deployment = await openDeployment(world.demo.rpcUrl, access.chain.programAddress);
  expect(deployment).toMatchObject(utility);
  const tryIt = async () => {
    const holdings = await fetchHoldings(deployment, alice.address);
    const units = 3n * UNIT;
    const { instructions } = withdraw(deployment, holdings, { currency: 'UTILITY', units });
    return { instructions, trial: await tryTransaction(deployment, instructions, holdings) };
  };
  const { instructions, trial } = await tryIt();
  expect(trial.failure).toBeUndefined();
  await access.send([...instructions], alice);
  expect(await tokensOf(alice.address)).toBe(3n * UNIT);
  const token = await findTokenAccount(alice.address, utility);
  await access.send(turnSwitch(alice.signer, token, 'memoRequired'), alice);
  expect((await tryIt()).trial.failure).toContain('requires a memo on transfers. Turn that off');
});
