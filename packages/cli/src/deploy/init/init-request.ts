import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import type { ServiceKeyName } from './key-needs.ts';

/** Amounts are decimal text, because the decimals of UTILITY come from its mint. */
interface InitTerms {
  readonly burnBps: number;
  readonly developerBps: number;
  readonly vetoSeconds: number;
  readonly changeDelay: number;
  readonly leadSeconds?: number;
  readonly horizonSeconds?: number;
  readonly minimumStakeSol: string;
  readonly minimumStakeUtility: string;
  readonly lot: string;
  readonly firstPrice: string;
  readonly roundSeconds: number;
}

export interface InitRequest {
  readonly chain: Chain;
  readonly payer: Key;
  readonly upgradeAuthority: Key;
  /** Signs `initialize`; the address of a new mint derives from its address. */
  readonly admin: Key;
  readonly keys: Readonly<Record<ServiceKeyName, Address>>;
  readonly guardian: Address;
  readonly treasury: Address;
  readonly mint?: Address;
  readonly terms: InitTerms;
  readonly knownPrograms: readonly Address[];
  readonly markets: number;
  readonly isFunding: boolean;
  readonly sentFile: string;
}
