import type { Outcome } from '@tote/domain';
import { type Config, type Decimal, type Market, quoteBet, toBaseUnits } from '@tote/sdk';
import { Fact, Figure } from '../components/figures.tsx';
import { Notice } from '../components/notice.tsx';
import { compare, isZero, percent, roundedDown, withCurrency } from '../format/amounts.ts';

interface QuoteBoardProps {
  readonly market: Market;
  readonly config: Config;
  readonly outcome: Outcome;
  readonly amount: Decimal;
}

export function QuoteBoard({ market, config, outcome, amount }: QuoteBoardProps) {
  const { currency, feePercentage } = market;
  const of = (side: Outcome) => market.outcomes.find(({ name }) => name === side)?.totalStake;
  const pool = of(outcome) ?? amount;
  // At least the own stake, because a pool that is empty or tiny doubles with the next bet.
  const more = compare(pool, amount) < 0 ? amount : pool;
  const quote = quoteBet(market, { outcome, amount, more }, config.decimals[currency]);
  const { burn, developer } = feePercentage;
  if (isZero(of(outcome === 'Yes' ? 'No' : 'Yes') ?? '0')) {
    return (
      <div class="board quote">
        <p>
          Nobody has bet on the other side yet. If nobody does, you get your stake back without a
          fee.
        </p>
      </div>
    );
  }
  return (
    <div class="board quote">
      <p class="quiet">If {outcome} wins, you receive (stake included):</p>
      <dl class="pairs">
        <div class="quote-main">
          <dt>At current odds</dt>
          <dd title={withCurrency(quote.payout, currency)}>
            <Figure text={roundedDown(quote.payout)} /> {currency}
          </dd>
        </div>
        <div>
          <dt>
            {more === pool
              ? `If the ${outcome} pool doubles`
              : `If ${withCurrency(more, currency)} more comes on ${outcome}`}
          </dt>
          <dd title={withCurrency(quote.payoutIfMore[outcome], currency)}>
            <Figure text={roundedDown(quote.payoutIfMore[outcome])} /> {currency}
          </dd>
        </div>
        <Fact name="Payout ratio">
          <Figure text={roundedDown(quote.payoutRatio)} />
        </Fact>
        <Fact name="Break-even probability">
          <Figure text={percent(quote.breakEven, 2)} />
        </Fact>
      </dl>
      <p class="quiet">
        Other bets change this until betting ends. Fees come out of the losing side:{' '}
        {percent(burn, 2)} of it is burned, {percent(developer, 2)} goes to the developer. There are
        no other charges.
      </p>
    </div>
  );
}

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
