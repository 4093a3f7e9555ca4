// The made-up prices and tokens of the embedded chain.
import type { Address } from '@solana/kit';
import type { WebSource } from '@tote/conditions/web/web-round';
import type { UnixSeconds } from '@tote/domain';

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
