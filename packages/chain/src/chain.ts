// The interface to the chain that the rest of the service uses. Everything goes through JSON-RPC:
// the embedded chain and a cluster differ only in the transport that `openChain` gets.
import type { Address, Instruction, Rpc, SolanaRpcApi } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';
import type {
  Bettor,
  Config,
  Market,
  ProgramAddresses,
  UtilityToken,
  Vault,
} from '@tote/program-client';
import type { AccountChanges, OnAccountChange } from './account-changes.ts';
import type { Key } from './key.ts';
import type { LandedTransaction } from './landed.ts';
import type { Lander, SignedTransaction } from './landing.ts';
import type { MarketSums } from './market-sums.ts';
import type { RpcClient } from './rpc-client.ts';
import type { TransactionOptions } from './write-transaction.ts';

export interface Chain {
  /** With timeouts and bounded retries for reads. If all fail: DomainError('chain_unavailable'). */
  readonly rpc: Rpc<SolanaRpcApi>;
  /** Every node that it is reached through, by itself: for what several must agree on. */
  readonly nodes: readonly Pick<RpcClient, 'call'>[];
  /** The commitment from which on it drops nothing; on the embedded chain `confirmed`. */
  readonly finality: 'confirmed' | 'finalized';
  readonly programAddress: Address;
  readonly addresses: ProgramAddresses;
  readonly genesisHash: string;
  readonly clock: ChainClock;
  readonly blockhashes: Blockhashes;
  readonly lander: Lander;
  isAway(): boolean;
  readonly accounts: Accounts;
  readonly recentFees: RecentFees;
  /** Whether it executes transactions of version 1, three times as large as the others. */
  readonly takesVersion1: boolean;
  fetchLanded(signature: string): Promise<LandedTransaction | undefined>;
  /** Reads it from its block, for a node that lists but does not find it. */
  fetchFromBlock(signature: string, slot: bigint): Promise<LandedTransaction | undefined>;
  /** Builds and signs a transaction, for everything but bets. The first key pays. */
  sign(
    instructions: readonly Instruction[],
    keys: readonly [Key, ...Key[]],
    options?: TransactionOptions,
  ): Promise<SignedTransaction>;
  /** `sign`, then `lander.land`; throws if it did not succeed. Nothing is journaled. */
  send(
    instructions: readonly Instruction[],
    keys: readonly [Key, ...Key[]],
    options?: TransactionOptions,
  ): Promise<LandedTransaction>;
  watchAccounts(onChange: OnAccountChange): AccountChanges;
  /** Names the program's transactions, if the chain has subscriptions. It may miss some. */
  watchTransactions(onTransaction: (signature: string) => void): { close(): void };
  close(): Promise<void>;
}

/** The chain's time. It decides when markets, delegates and `expireAt` are due. */
export interface ChainClock {
  /** Extrapolated from the last sample; never goes back. */
  now(): UnixSeconds;
  /** The last time that the chain itself showed: no transaction sees an earlier one. */
  shown(): UnixSeconds;
  /** Calls it whenever `shown` has become another. Returns the unsubscribe. */
  onSecond(listener: () => void): () => void;
  slot(): bigint;
  refresh(): Promise<UnixSeconds>;
  /** Seconds that the sandbox has added; 0 on a cluster. */
  offset(): Promise<number>;
}

export interface Blockhashes {
  latest(): Promise<{ blockhash: string; lastValidBlockHeight: bigint }>;
}

export interface RecentFees {
  /**
   * Micro-lamports per compute unit, in ascending order, one for each of the newest slots: what the
   * cheapest transaction paid that wrote one of these accounts. At most 128 accounts.
   */
  list(accounts: readonly Address[]): Promise<readonly bigint[]>;
}

export interface Accounts {
  findBettor(wallet: Address): Promise<(Bettor & { address: Address }) | null>;
  findMarket(address: Address): Promise<Market | null>;
  /** At most 100, all at one slot. */
  findMarkets(addresses: readonly Address[]): Promise<(Market | null)[]>;
  findMarketSums(addresses: readonly Address[]): Promise<(MarketSums | null)[]>;
  getConfig(): Promise<Config>;
  getUtility(): Promise<UtilityToken>;
  getVaults(commitment?: 'confirmed' | 'finalized'): Promise<Vaults>;
}

export interface Vaults {
  readonly sol: Vault;
  readonly utility: Vault;
  /** What the vaults hold, including the rent of the SOL vault. */
  readonly lamports: bigint;
  readonly tokens: bigint;
  readonly slot: bigint;
}
