import type { MarketSummary } from '@tote/sdk';
import { Countdown } from '../../components/countdown.tsx';
import { Figure } from '../../components/figure.tsx';
import { OddsBar } from '../../components/odds-bar.tsx';
import { percent, shortly } from '../../format/amounts.ts';
import { DECIDED_BY, plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';

export function MarketCard({ market }: { readonly market: MarketSummary }) {
  const { id, question, odds, totalVolume, currency, decidedBy, custom } = market;
  const { sign, name } = DECIDED_BY[decidedBy];
  return (
    <a class={custom ? 'card card-custom' : 'card'} href={href(`/m/${id}`)}>
      <h2 class="card-question" dir="auto">
        {plainText(question)}
      </h2>
      <div class="card-odds">
        <span class="side side-yes">
          Yes <Figure text={percent(odds.Yes)} />
        </span>
        <span class="side side-no">
          No <Figure text={percent(odds.No)} />
        </span>
      </div>
      <OddsBar odds={odds} />
      <dl class="card-facts">
        <div>
          <dt>Pool</dt>
          <dd>
            <Figure text={shortly(totalVolume)} /> {currency}
          </dd>
        </div>
        <div>
          <dt>{market.status === 'resolved' ? 'State' : 'Ends in'}</dt>
          <dd>
            {market.status === 'resolved' ? (
              'Resolved'
            ) : (
              <Countdown to={market.expireAt} over={market.bettingOpen ? 'now' : 'being decided'} />
            )}
          </dd>
        </div>
        <div>
          <dt>Decided by</dt>
          <dd>
            <span aria-hidden="true">{sign}</span> {custom ? 'Its creator' : name}
          </dd>
        </div>
      </dl>
    </a>
  );
}
