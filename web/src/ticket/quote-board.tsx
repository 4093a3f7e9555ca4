import type { Outcome } from '@tote/domain';
import { type Config, type Decimal, type Market, quoteBet } from '@tote/sdk';
import { Fact } from '../components/fact.tsx';
import { Figure } from '../components/figure.tsx';
import { percent, roundedDown, withCurrency } from '../format/amounts.ts';

interface QuoteBoardProps {
  readonly market: Market;
  readonly config: Config;
  readonly outcome: Outcome;
  readonly amount: Decimal;
}

export function QuoteBoard({ market, config, outcome, amount }: QuoteBoardProps) {
  const { currency, feePercentage } = market;
  const pool = market.outcomes.find(({ name }) => name === outcome)?.totalStake;
  const quote = quoteBet(market, { outcome, amount, more: pool }, config.decimals[currency]);
  const { burn, developer } = feePercentage;
  return (
    <div class="board quote">
      <p class="quiet">If {outcome} wins, you receive (stake included):</p>
      <dl>
        <div class="quote-main">
          <dt>At current odds</dt>
          <dd title={withCurrency(quote.payout, currency)}>
            <Figure text={roundedDown(quote.payout)} /> {currency}
          </dd>
        </div>
        <div>
          <dt>If the {outcome} pool doubles</dt>
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
        {percent(burn, 2)} of it is burned, {percent(developer, 2)} goes to the operator. There are
        no other charges.
      </p>
    </div>
  );
}
