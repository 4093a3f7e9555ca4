// Many bettors for one market. Opening a hundred thousand accounts by transactions would take too
// long, so they are written into the ledger before the service starts, in the state that
// transactions would produce. Everything after that is a transaction.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, address, createDefaultRpcTransport, lamports } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { openChain } from '@tote/chain/open-chain';
import { type Amount, amount, type Outcome } from '@tote/domain';
import {
  getBettorDecoder,
  getBettorEncoder,
  getPlaceBetsInstruction,
  getVaultDecoder,
  getVaultEncoder,
  NO_ADDRESS,
  Currency as ProgramCurrency,
  Outcome as ProgramOutcome,
  TOTE_PROGRAM_ADDRESS,
} from '@tote/program-client';
import type { DemoFile } from '../../src/embedded/demo.ts';
import { openPlatform, type Platform } from '../../src/embedded/platform.ts';
import { loadServiceKeys, type ServiceKeys } from '../../src/settings/keys.ts';
import type { Settings } from '../../src/settings/read-settings.ts';

export type Crowd = readonly Address[];

export interface Stake {
  readonly bettor: Address;
  readonly outcome: Outcome;
  readonly amount: Amount;
}

/** The chain of the service whose data folder this is, and the service's keys. */
export interface ServiceChain {
  readonly chain: Chain;
  readonly keys: ServiceKeys;
}

const EPOCH = 1n;
const SLOTS = 8;
/** As in program/README.md. */
const WALLET_OFFSET = 8;
const BETTOR_LAMPORTS = 10_000_000n;
const WRITTEN_AT_ONCE = 1_000;
const BETS_PER_TRANSACTION = 50;
const BETS_UNITS = 200_000;
const AT_ONCE = 8;
const ACCOUNTS_MAX = 100;

/** Before the service starts: adds bettors with SOL and the relayer as delegate. */
export async function seatCrowd(config: Settings, size: number, balance: Amount): Promise<Crowd> {
  const platform = await openPlatform(config, () => Date.now());
  try {
    await raiseVault(platform, BigInt(size) * balance);
    const crowd = Array.from({ length: size }, randomAddress);
    const data = bettorData(platform, balance);
    const shared = { lamports: BETTOR_LAMPORTS, owner: platform.chain.programAddress };
    for (const part of parts(crowd, WRITTEN_AT_ONCE)) {
      const accounts = part.map((bettor) => ({
        ...shared,
        address: bettor,
        data: withNewWallet(data),
      }));
      await platform.localnet?.sandbox.setAccounts(accounts);
    }
    return crowd;
  } finally {
    await platform.close();
  }
}

/** The state after `open_bettor`, `deposit` and `set_delegate`; the wallet is set afterwards. */
function bettorData({ keys }: Platform, balance: Amount): Uint8Array {
  const data = getBettorEncoder().encode({
    ...{ bump: 255, flags: 0, slotCount: SLOTS, openPositions: 0 },
    wallet: NO_ADDRESS,
    rentPayer: keys.relayer.address,
    available: [balance, 0n],
    sweepable: [0n, 0n],
    delegate: keys.relayer.address,
    epoch: EPOCH,
    delegateExpiresAt: 10_000_000_000n,
    allowance: [balance, 0n],
    highestBetId: 0,
    delegateGeneration: 0,
    betWindow: [0n, 0n, 0n, 0n],
    walletRent: 0n,
    slots: Array.from({ length: SLOTS }, () => ({ market: NO_ADDRESS, stakeYes: 0n, stakeNo: 0n })),
  });
  return new Uint8Array(data);
}

function withNewWallet(bettor: Uint8Array): Uint8Array {
  const data = Uint8Array.from(bettor);
  data.set(randomBytes(32), WALLET_OFFSET);
  return data;
}

/** Sets what the vault holds and owes to the sum of the bettors. */
async function raiseVault({ chain, localnet }: Platform, by: bigint): Promise<void> {
  const { vaultSol } = chain.addresses;
  const settings = { encoding: 'base64', commitment: 'confirmed' } as const;
  const { value } = await chain.rpc.getAccountInfo(vaultSol, settings).send();
  if (!value) throw new Error('there is no vault');
  const before = Buffer.from(value.data[0], 'base64');
  const vault = getVaultDecoder().decode(before);
  const data = new Uint8Array(getVaultEncoder().encode({ ...vault, owed: vault.owed + by }));
  if (data.length !== before.length) throw new Error('the vault has another size');
  const held = lamports(value.lamports + by);
  const account = { address: vaultSol, lamports: held, owner: chain.programAddress, data };
  await localnet?.sandbox.setAccounts([account]);
}

export async function openServiceChain(dir: string): Promise<ServiceChain> {
  const { rpcUrl } = JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8')) as DemoFile;
  const transport = createDefaultRpcTransport({ url: rpcUrl });
  const programAddress = TOTE_PROGRAM_ADDRESS;
  const chain = await openChain({ transport, programAddress, wallMs: () => Date.now() });
  const keys = await loadServiceKeys({ dir: join(dir, 'keys'), mayCreate: false });
  return { chain, keys };
}

/** One bet each, placed by the delegate in batches, without the API. All of them or none. */
export async function placeStakes(
  { chain, keys }: ServiceChain,
  market: Address,
  stakes: readonly Stake[],
  betId = 1,
): Promise<void> {
  const { programAddress } = chain;
  const operator = keys.relayer.signer;
  const { config } = chain.addresses;
  const currency = ProgramCurrency.Sol;
  const shared = { authority: operator, market, config, currency, operator };
  await mapConcurrently(parts(stakes, BETS_PER_TRANSACTION), AT_ONCE, async (part) => {
    const bets = part.map(({ bettor, outcome, amount: stake }) => ({
      bettor,
      outcome: outcome === 'Yes' ? ProgramOutcome.Yes : ProgramOutcome.No,
      amount: stake,
      delegated: { epoch: EPOCH, betId },
    }));
    const input = { ...shared, bets, isStrict: true };
    const instruction = getPlaceBetsInstruction(input, { programAddress });
    await chain.send([instruction], [keys.relayer], { computeUnitLimit: BETS_UNITS });
  });
}

export interface Holding {
  readonly available: Amount;
  readonly openPositions: number;
}

/** Their SOL balances on chain, in the same order. */
export async function readHoldings({ chain }: ServiceChain, crowd: Crowd): Promise<Holding[]> {
  const settings = { encoding: 'base64', commitment: 'confirmed' } as const;
  const lists = await mapConcurrently(parts(crowd, ACCOUNTS_MAX), AT_ONCE, async (part) => {
    const { value } = await chain.rpc.getMultipleAccounts([...part], settings).send();
    return value.map((account) => {
      if (!account) throw new Error('a bettor is gone');
      const decoded = getBettorDecoder().decode(Buffer.from(account.data[0], 'base64'));
      const { available, openPositions } = decoded;
      return { available: amount(available[0] ?? 0n), openPositions };
    });
  });
  return lists.flat();
}

/** Any address works: settlement does not derive the address of a Bettor. */
function randomAddress(): Address {
  return address(encodeBase58(randomBytes(32)));
}

function parts<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  const made: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += size) made.push(items.slice(from, from + size));
  return made;
}
