import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import type { ServiceKeyName } from './key-needs.ts';

/** Amounts are decimal text: the decimals of UTILITY are those of its mint. */
interface InitTerms {
  readonly burnBps: number;
  readonly developerBps: number;
  readonly vetoSeconds: number;
  readonly changeDelay: number;
  /** Undefined: what suits the chain. */
  readonly leadSeconds?: number;
  readonly horizonSeconds?: number;
  readonly minimumStakeSol: string;
  readonly minimumStakeUtility: string;
  /** SOL per lot of the buyback. */
  readonly lot: string;
  /** UTILITY for the first lot. */
  readonly firstPrice: string;
  readonly roundSeconds: number;
}

export interface InitRequest {
  readonly chain: Chain;
  /** Pays fees, rent, and what the keys get. */
  readonly payer: Key;
  readonly upgradeAuthority: Key;
  /** Signs `initialize`; the mint that is made derives from its address. */
  readonly admin: Key;
  readonly keys: Readonly<Record<ServiceKeyName, Address>>;
  readonly guardian: Address;
  readonly treasury: Address;
  /** Undefined: one is made. */
  readonly mint?: Address;
  readonly terms: InitTerms;
  readonly knownPrograms: readonly Address[];
  /** For how many open markets the keys are planned. */
  readonly markets: number;
  /** Whether the keys get what they need. */
  readonly isFunding: boolean;
  /** Remembers what was sent. */
  readonly sentFile: string;
}
