// The chain as the rest of the service sees it. Everything goes through JSON-RPC: the embedded
// chain and a cluster differ in the transport that `openChain` is given and in nothing else.
import type { Address, Instruction, Rpc, SolanaRpcApi } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';
import type { Bettor, Config, Market, ProgramAddresses, Vault } from '@tote/program-client';
import type { AccountChanges, OnAccountChange } from './account-changes.ts';
import type { Key } from './key.ts';
import type { LandedTransaction } from './landed.ts';
import type { Lander, SignedTransaction } from './landing.ts';

export interface Chain {
  /** With time-outs, bounded retries for reads, and DomainError('chain_unavailable') at the end. */
  readonly rpc: Rpc<SolanaRpcApi>;
  readonly programAddress: Address;
  readonly addresses: ProgramAddresses;
  readonly genesisHash: string;
  readonly clock: ChainClock;
  readonly blockhashes: Blockhashes;
  readonly lander: Lander;
  readonly accounts: Accounts;
  /** Undefined while the chain does not know it at `confirmed`. */
  fetchLanded(signature: string): Promise<LandedTransaction | undefined>;
  /** The general way to a transaction, for everything but bets. The first key pays. */
  sign(
    instructions: readonly Instruction[],
    keys: readonly [Key, ...Key[]],
    options?: { computeUnitLimit?: number },
  ): Promise<SignedTransaction>;
  /** `sign`, then `lander.land`; throws when it did not succeed. Nothing is journaled. */
  send(
    instructions: readonly Instruction[],
    keys: readonly [Key, ...Key[]],
    options?: { computeUnitLimit?: number },
  ): Promise<LandedTransaction>;
  /** Nobody is told anything where the chain cannot tell. */
  watchAccounts(onChange: OnAccountChange): AccountChanges;
  close(): Promise<void>;
}

/** The chain's time. Markets, delegates and `expireAt` go by it. */
export interface ChainClock {
  /** From the last sample and the time since, never backwards. */
  now(): UnixSeconds;
  slot(): bigint;
  /** Asks the chain now: after its clock was moved. */
  refresh(): Promise<UnixSeconds>;
}

export interface Blockhashes {
  latest(): Promise<{ blockhash: string; lastValidBlockHeight: bigint }>;
}

/** Accounts at `confirmed`; null when there is none. */
export interface Accounts {
  findBettor(wallet: Address): Promise<(Bettor & { address: Address }) | null>;
  findMarket(address: Address): Promise<Market | null>;
  getConfig(): Promise<Config>;
  getVaults(): Promise<{ sol: Vault; utility: Vault; slot: bigint }>;
}
