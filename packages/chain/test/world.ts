// A separate chain for each test, with the program initialized and wallets that can bet.
import { fileURLToPath } from 'node:url';
import type { Address, RpcTransport } from '@solana/kit';
import { WRAPPED_SOL } from '@tote/conditions/oracles/programs';
import { renderCondition } from '@tote/conditions/read-condition';
import { type Localnet, startLocalnet } from '@tote/localnet';
import {
  Currency,
  expectedTermsOf,
  findBettorAddress,
  findMarketAddress,
  getCreateMarketInstruction,
  getDepositInstruction,
  getOpenBettorInstruction,
  getSetDelegateInstruction,
  MarketSource,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
  TOTE_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { onTestFinished } from 'vitest';
import type { Chain } from '../src/chain.ts';
import { buildInitialize } from '../src/deployment/initialize.ts';
import { createKey, type Key } from '../src/key.ts';
import { openChain } from '../src/open-chain.ts';

const PROGRAM_FILE = fileURLToPath(new URL('../../../program/tote.so', import.meta.url));
export const SOL = 1_000_000_000n;
export const MINIMUM_SOL = 100_000n;

/** What a world is made of. */
interface Parts {
  localnet: Localnet;
  chain: Chain;
  admin: Key;
  relayer: Key;
  oracle: Key;
  utilityMint: Address;
  tokenProgram: Address;
  fund(address: Address, lamports?: bigint): Promise<void>;
}

export type World = ReturnType<typeof withActs>;

export interface DelegateOptions {
  delegate?: Address;
  expiresAt?: bigint;
  allowanceSol?: bigint;
}

export interface BettorOptions extends DelegateOptions {
  sol?: bigint;
  slots?: number;
}

export interface MarketOptions {
  seconds?: number;
  creator?: Address;
  isTriggered?: boolean;
}

export interface WorldOptions {
  slotMs?: number;
  inThread?: boolean;
  /** Wraps the transport between the service and the chain. */
  wrap?: (transport: RpcTransport) => RpcTransport;
  timeoutMs?: number;
  hasLandTransaction?: boolean;
  /** The chain's clock; not with a thread. */
  chainMs?: () => number;
  /** The program of the UTILITY mint. */
  tokenProgram?: Address;
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const { slotMs = 20, inThread = false, wrap = (transport) => transport, timeoutMs } = options;
  const { hasLandTransaction, chainMs: wallMs, tokenProgram = TOKEN_PROGRAM_ADDRESS } = options;
  const [admin, relayer, oracle] = await Promise.all([createKey(), createKey(), createKey()]);
  const programAddress = TOTE_PROGRAM_ADDRESS as Address;
  const programs = [
    { address: programAddress, file: PROGRAM_FILE, upgradeAuthority: admin.address },
  ];
  const localnet = await startLocalnet({ slotMs, inThread, programs, wallMs });
  onTestFinished(() => localnet.close());
  const fund = (address: Address, lamports = 1_000n * SOL) =>
    localnet.sandbox.setAccount(address, {
      lamports,
      owner: SYSTEM_PROGRAM_ADDRESS,
      data: new Uint8Array(),
      executable: false,
    });
  await Promise.all([fund(admin.address), fund(relayer.address)]);
  const mint = { decimals: 6, mintAuthority: admin.address, tokenProgram };
  const utilityMint = await localnet.sandbox.createMint(mint);
  const open = (transport: RpcTransport, ms?: number) =>
    openChain({
      transport,
      programAddress,
      wallMs: Date.now,
      sampleMs: 50,
      timeoutMs: ms,
      pace: { pollMs: 100, resendMs: 400, youngMs: 1_000 },
      hasLandTransaction,
    });
  const direct = await open(localnet.rpcTransport);
  const utility = { utilityMint, tokenProgram };
  const parts = { localnet, chain: direct, admin, relayer, oracle, ...utility, fund };
  await initialize(parts);
  const chain = await open(wrap(localnet.rpcTransport), timeoutMs);
  onTestFinished(async () => {
    await chain.close();
    await direct.close();
  });
  return { ...withActs(parts), chain };
}

/** What can be done there, for a world on another chain. */
export function withActs(parts: Parts) {
  return {
    ...parts,
    openBettor: (given?: BettorOptions) => openBettor(parts, given),
    setDelegate: (wallet: Key, given?: DelegateOptions) => setDelegate(parts, wallet, given),
    createMarket: (given?: MarketOptions) => createMarket(parts, given),
  };
}

export async function initialize(parts: Omit<Parts, 'localnet' | 'fund'>): Promise<void> {
  const { chain, admin, relayer, oracle, utilityMint, tokenProgram } = parts;
  const instruction = await buildInitialize(chain, {
    ...{ upgradeAuthority: admin, payer: admin, admin, utilityMint, tokenProgram },
    buyback: { lot: 100_000_000n, firstPrice: 1_000_000_000n, roundSeconds: 3_600n },
    terms: {
      ...{ burnBps: 500, developerBps: 500, vetoSeconds: 0, changeDelay: 0 },
      ...{ leadSeconds: 0, horizonSeconds: 3_650 * 86_400 },
      ...{ minimumStakeSol: MINIMUM_SOL, minimumStakeUtility: 1_000n },
      ...{ operator: relayer.address, oracle: oracle.address },
      ...{ guardian: admin.address, treasury: admin.address },
    },
    knownPrograms: [],
  });
  await chain.send([instruction], [admin]);
}

/** A wallet with a Bettor, a balance in SOL and the relayer as delegate. */
async function openBettor(parts: Parts, options: BettorOptions = {}) {
  const { chain, relayer } = parts;
  const { sol = 10n * SOL, slots = 8, ...delegation } = options;
  const wallet = await createKey();
  const bettor = await findBettorAddress(wallet.address);
  const payer = relayer.signer;
  const deposit = {
    authority: payer,
    vault: chain.addresses.vaultSol,
    bettor,
    currency: Currency.Sol as const,
    amount: sol,
  };
  await chain.send(
    [
      getOpenBettorInstruction({
        payer,
        authority: payer,
        wallet: wallet.address,
        bettor,
        config: chain.addresses.config,
        slots,
      }),
      ...(sol > 0n ? [getDepositInstruction(deposit)] : []),
      delegateInstruction(parts, wallet, bettor, delegation),
    ],
    [relayer, wallet],
  );
  return { wallet, bettor };
}

function delegateInstruction(
  { chain, relayer }: Parts,
  wallet: Key,
  bettor: Address,
  options: DelegateOptions,
) {
  const expiresAt = options.expiresAt ?? BigInt(chain.clock.now()) + 86_400n;
  const { delegate = relayer.address, allowanceSol = 1_000n * SOL } = options;
  return getSetDelegateInstruction({
    wallet: wallet.signer,
    bettor,
    config: chain.addresses.config,
    delegation: { delegate, expiresAt, allowanceSol, allowanceUtility: 1n << 40n },
  });
}

async function setDelegate(parts: Parts, wallet: Key, options: DelegateOptions = {}) {
  const bettor = await findBettorAddress(wallet.address);
  const instruction = delegateInstruction(parts, wallet, bettor, options);
  await parts.chain.send([instruction], [parts.relayer, wallet]);
}

/** The condition that the service writes for a market of its oracle. */
export function conditionOf(isTriggered: boolean): string {
  if (isTriggered) return renderCondition({ type: 'attested', tokenAddress: null });
  return renderCondition({
    ...{ type: 'holder_count', tokenAddress: WRAPPED_SOL, decimals: 9, minimumBalance: '0' },
    ...{ comparator: 'gte', threshold: '10', unit: 'holders', timing: 'at_expiry' },
  } as const);
}

let nonce = 0n;

/** A one-hour oracle market in SOL that may be decided early, like attested markets. */
async function createMarket({ chain, relayer }: Parts, options: MarketOptions = {}) {
  const { seconds = 3_600, creator = relayer.address, isTriggered = true } = options;
  const expiresAt = BigInt((await chain.clock.refresh()) + seconds);
  const seeds = { creator, nonce: nonce++, expiresAt };
  const market = await findMarketAddress(seeds);
  const instruction = getCreateMarketInstruction({
    ...seeds,
    payer: relayer.signer,
    authority: relayer.signer,
    operator: relayer.signer,
    terms: expectedTermsOf(await chain.accounts.getConfig(), Currency.Sol),
    market,
    config: chain.addresses.config,
    currency: Currency.Sol,
    isTriggered,
    decider: { source: MarketSource.Oracle },
    closesAt: expiresAt,
    refundAt: expiresAt + 86_400n,
    question: 'Does it happen?',
    condition: conditionOf(isTriggered),
  });
  await chain.send([instruction], [relayer]);
  return market;
}
