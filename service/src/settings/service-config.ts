// What the service knows about itself and its chain, for all parts that need it.
import type { Address } from '@solana/kit';
import type { WebSource } from '@tote/conditions/web/web-round';
import type { Amount, Currency, UnixSeconds } from '@tote/domain';
import type { UtilityToken } from '@tote/program-client';
import type { Branding } from './branding.ts';

export interface ServiceConfig extends UtilityToken {
  readonly programAddress: Address;
  readonly decimals: Readonly<Record<Currency, number>>;
  readonly delegates: readonly Address[];
  readonly branding: Branding;
  /** Undefined: bets are offered everywhere. */
  readonly countryPolicy: CountryPolicy | undefined;
  readonly origin: string;
  readonly genesisHash: string;
  readonly cluster: 'embedded' | 'remote';
  readonly rpcUrl: string | undefined;
  readonly explorerUrl: string | undefined;
  readonly hasSandbox: boolean;
  readonly webSources: readonly string[];
  readonly demo: DemoData | undefined;
  refuseUnlandable(feePayer?: 'relayer' | 'wallet' | Address): void;
  onChain(): ConfigOnChain;
}

export interface CountryPolicy {
  /** A header of the trusted proxy, in lower case. */
  readonly header: string;
  /** Codes of two capital letters. */
  readonly blocked: readonly string[];
}

export interface ConfigOnChain {
  readonly minimumStake: Readonly<Record<Currency, Amount>>;
  readonly feeRates: { readonly burnBps: number; readonly developerBps: number };
  readonly vetoSeconds: number;
  /** How long before the expiry a market about a value at its expiry stops taking bets. */
  readonly leadSeconds: number;
  /** How far ahead a market may end in which we sign for a wallet. */
  readonly horizonSeconds: number;
  readonly delegate: Address;
  readonly oracle: Address;
  readonly treasury: Address;
  readonly knownPrograms: readonly Address[];
  readonly isOperatorDisabled: boolean;
  readonly operatorDisabledBelow: number;
  readonly isOracleDisabled: boolean;
}

export interface DemoData {
  readonly notice: string;
  readonly feeds: readonly {
    readonly symbol: string;
    readonly feedId: string;
    readonly account: Address;
  }[];
  readonly tokens: readonly {
    readonly symbol: string;
    readonly mint: Address;
    readonly bondingCurve: Address;
    readonly pool: Address;
    readonly curveCompletesAt: UnixSeconds;
    readonly migratesAt: UnixSeconds;
  }[];
  readonly webSources: readonly WebSource[];
  readonly bettors: readonly { readonly name: string; readonly wallet: Address }[];
}
