import type { Outcome } from '@tote/domain';
import { type Config, type Market, toBaseUnits } from '@tote/sdk';
import { Notice } from '../components/notice.tsx';

interface StakeFacts {
  readonly market: Market;
  readonly config: Config;
  readonly outcome: Outcome;
  readonly stake: bigint;
  readonly balance: bigint | undefined;
}

/** In percentage points of the odds. */
const POINTS_MANY = 30n;

export function Warnings(facts: StakeFacts) {
  const { stake, balance } = facts;
  const points = findMove(facts);
  return (
    <>
      {balance !== undefined && stake <= balance && stake * 2n > balance && (
        <Notice kind="warning">
          <p>This is more than half of your balance.</p>
        </Notice>
      )}
      {points >= POINTS_MANY && (
        <Notice kind="warning">
          <p>
            Your stake alone moves the odds by {String(points)} points. You would win little for
            what you risk.
          </p>
        </Notice>
      )}
    </>
  );
}

/** How many points the bet moves the odds of its side; 0 for the first bet. */
function findMove({ market, config, outcome, stake }: StakeFacts): bigint {
  const units = market.outcomes.map(({ name, totalStake }) => ({
    name,
    pool: toBaseUnits(totalStake, config.decimals[market.currency]),
  }));
  const total = units.reduce((sum, { pool }) => sum + pool, 0n);
  const own = units.find(({ name }) => name === outcome)?.pool ?? 0n;
  if (total === 0n) return 0n;
  return ((own + stake) * 100n) / (total + stake) - (own * 100n) / total;
}
