// What the service knows about itself and its chain, for all who need it.
import type { Address } from '@solana/kit';
import type { WebSource } from '@tote/conditions/web/web-round';
import type { Amount, Currency, UnixSeconds } from '@tote/domain';

export interface ServiceConfig {
  readonly programAddress: Address;
  readonly utilityMint: Address;
  /** Owns that mint. */
  readonly tokenProgram: Address;
  readonly decimals: Readonly<Record<Currency, number>>;
  readonly minimumStake: Readonly<Record<Currency, Amount>>;
  readonly feeRates: { readonly burnBps: number; readonly developerBps: number };
  readonly vetoSeconds: number;
  /** How long before the expiry a market on a price at its expiry stops taking bets. */
  readonly leadSeconds: number;
  /** How far ahead a market may end in which we sign for a wallet. */
  readonly horizonSeconds: number;
  /** The key that bets for wallets; also the fee payer. */
  readonly delegate: Address;
  /** All keys that we bet with as delegate; two while the operator's key is rotated. */
  readonly delegates: readonly Address[];
  readonly oracle: Address;
  readonly treasury: Address;
  /** The line after `Tote v1` in the text that wallets sign. */
  readonly origin: string;
  readonly genesisHash: string;
  readonly cluster: 'embedded' | 'remote';
  /** A node that browsers may use. Default: none. */
  readonly rpcUrl?: string;
  /** Of an explorer, with `{kind}` and `{id}`. Default: none. */
  readonly explorerUrl?: string;
  readonly hasSandbox: boolean;
  /** Programs whose accounts decide markets that delegates may bet in. */
  readonly knownPrograms?: readonly Address[];
  /** Throws while no transaction would land. */
  readonly refuseUnlandable?: (feePayer?: 'relayer' | 'wallet' | Address) => void;
  /** Our key is no longer the operator: it signs no market and no gated bet. Default: false. */
  readonly isOperatorDisabled?: boolean;
  /** Delegations to operators of a lower generation have no power. Default: 0. */
  readonly operatorDisabledBelow?: number;
  /** Our key is no longer the oracle of new markets. Default: false. */
  readonly isOracleDisabled?: boolean;
  /** Beginnings of the addresses that conditions may take values from. Default: none. */
  readonly webSources?: readonly string[];
  /** Made-up prices and tokens of the embedded chain; undefined on a cluster. */
  readonly demo?: DemoData;
}

/** The made-up prices and tokens of the embedded chain. */
export interface DemoData {
  readonly notice: string;
  readonly feeds: readonly DemoFeed[];
  readonly tokens: readonly DemoTokenRecord[];
  readonly webSources: readonly WebSource[];
}

interface DemoFeed {
  readonly symbol: string;
  readonly feedId: string;
  readonly account: Address;
}

interface DemoTokenRecord {
  readonly symbol: string;
  readonly mint: Address;
  readonly bondingCurve: Address;
  readonly pool: Address;
  /** When its bonding curve is or was sold out. */
  readonly curveCompletesAt: UnixSeconds;
  /** When its pool is or was created. */
  readonly migratesAt: UnixSeconds;
}
