// The interface to the chain that the rest of the service uses. Everything goes through JSON-RPC:
// the embedded chain and a cluster differ only in the transport that `openChain` gets.
import type { Address, Instruction, Rpc, SolanaRpcApi } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';
import type { Bettor, Config, Market, ProgramAddresses, Vault } from '@tote/program-client';
import type { AccountChanges, OnAccountChange } from './account-changes.ts';
import type { Key } from './key.ts';
import type { LandedTransaction } from './landed.ts';
import type { Lander, SignedTransaction } from './landing.ts';

export interface Chain {
  /** With timeouts and bounded retries for reads. If all fail: DomainError('chain_unavailable'). */
  readonly rpc: Rpc<SolanaRpcApi>;
  readonly programAddress: Address;
  readonly addresses: ProgramAddresses;
  readonly genesisHash: string;
  readonly clock: ChainClock;
  readonly blockhashes: Blockhashes;
  readonly lander: Lander;
  /** No endpoint answers, for longer than a moment: nothing would land now. */
  isAway(): boolean;
  readonly accounts: Accounts;
  /** Undefined until the transaction is confirmed. */
  fetchLanded(signature: string): Promise<LandedTransaction | undefined>;
  /** Builds and signs a transaction, for everything but bets. The first key pays. */
  sign(
    instructions: readonly Instruction[],
    keys: readonly [Key, ...Key[]],
    options?: { computeUnitLimit?: number },
  ): Promise<SignedTransaction>;
  /** `sign`, then `lander.land`; throws if it did not succeed. Nothing is journaled. */
  send(
    instructions: readonly Instruction[],
    keys: readonly [Key, ...Key[]],
    options?: { computeUnitLimit?: number },
  ): Promise<LandedTransaction>;
  /** Never notifies if the chain has no subscriptions. */
  watchAccounts(onChange: OnAccountChange): AccountChanges;
  close(): Promise<void>;
}

/** The chain's time. It decides when markets, delegates and `expireAt` are due. */
export interface ChainClock {
  /** From the last sample and the time since; never goes back. */
  now(): UnixSeconds;
  /** As the chain itself showed it last: no transaction meets an earlier time. */
  shown(): UnixSeconds;
  slot(): bigint;
  /** Takes a sample now, for example after the sandbox moved the clock. */
  refresh(): Promise<UnixSeconds>;
}

export interface Blockhashes {
  latest(): Promise<{ blockhash: string; lastValidBlockHeight: bigint }>;
}

/** Accounts at `confirmed`; null if there is none. */
export interface Accounts {
  findBettor(wallet: Address): Promise<(Bettor & { address: Address }) | null>;
  findMarket(address: Address): Promise<Market | null>;
  /** At most 100, all at one slot. */
  findMarkets(addresses: readonly Address[]): Promise<(Market | null)[]>;
  getConfig(): Promise<Config>;
  getVaults(): Promise<{ sol: Vault; utility: Vault; slot: bigint }>;
}
