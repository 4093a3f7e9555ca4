import type { DisabledOracles } from '../markets/disabled-oracles.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { NotResolvableYet } from './not-resolvable-yet.ts';

/** What a market of a disabled oracle waits for. */
export const FREED = 'the refund of every stake, because its oracle is disabled';

/** Called before anything is stored, because the program would refuse the oracle's signature. */
export async function requireOracle(
  { disabledOracles }: { readonly disabledOracles?: Pick<DisabledOracles, 'mark'> },
  market: MarketView,
): Promise<void> {
  const marked = await disabledOracles?.mark(market);
  if (marked?.isOracleDisabled) throw new NotResolvableYet(`It waits for ${FREED}.`);
}
