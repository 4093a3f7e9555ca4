// What a condition is made from: the request, and what the chain says when the market is created.
import type { Address } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';
import type { SupplyKey } from './oracles/layouts/supply-key.ts';
import type { DbcPoolType } from './oracles/pools/meteora-dbc.ts';
import type { Quote } from './oracles/prices/quotes.ts';

/** What the chain says about the token when the market is created. All of it is optional. */
export interface TokenHints {
  readonly mint?: { readonly program: Address; readonly decimals: number };
  /** Where the token is sold first. Null if it was searched for and not found. */
  readonly launchpad?: Launchpad | null;
  /** Its deepest pool. Later ones could be opened to manipulate the price. */
  readonly pool?: Address;
  /** What that pool is quoted in, if not in SOL. */
  readonly quote?: Quote;
  /** `liquidityOf` that pool. */
  readonly liquidity?: string;
  readonly quoteMint?: Address;
  /** Its curve, if the address is not derived from the mint: Meteora's. */
  readonly launch?: { readonly pool: Address; readonly poolType: DbcPoolType };
  /** Whoever created it there. */
  readonly creator?: Address;
  /** From its metadata. Null if it has none; left out: not read. */
  readonly names?: TokenNames | null;
}

/** Anyone may choose any, so they prove nothing. */
export interface TokenNames {
  readonly symbol: string;
  readonly name: string;
}

/** What is known about who can change the supply of the mint. */
export type SupplyControl =
  | { readonly kind: 'nobody' }
  | ({ readonly kind: 'key' } & SupplyKey)
  | { readonly kind: 'absent' | 'unread' };

export interface OtherToken {
  readonly address: string;
  readonly hints: TokenHints;
}

export const LAUNCHPADS = ['pump', 'launchlab', 'meteora'] as const;
export type Launchpad = (typeof LAUNCHPADS)[number];

/** How pool prices are observed. Part of the condition, so that it cannot change later. */
export interface PoolRule {
  /** The median of the samples over this many seconds decides. */
  readonly windowSeconds: number;
  readonly samplesMin: number;
}

/** How a question is attested, if nothing measures it. */
export interface AskedAttestation {
  readonly silence: 'no' | 'refund';
  readonly endsAt?: UnixSeconds;
}

export interface ConditionInput {
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly expiresAt: UnixSeconds;
  readonly condition?: unknown;
  readonly attestation?: AskedAttestation;
  /** The chain's time, to check "in 24 hours" and "this Friday" against the expiry. */
  readonly now?: UnixSeconds;
  readonly token?: TokenHints;
  readonly otherToken?: OtherToken;
  readonly pythReceiver?: Address;
  readonly poolRule?: PoolRule;
  /** How many nodes the service has that it can compare, at most two. */
  readonly nodes?: number;
}
