import type { Position } from '@tote/sdk';
import { Fact } from '../../components/fact.tsx';
import { Figure } from '../../components/figure.tsx';
import { withCurrency } from '../../format/amounts.ts';
import { plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';

const STATES: Record<Position['status'], string> = {
  open: 'Open',
  closed: 'Betting closed, not decided yet',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Refunded',
};

export function PositionList(props: { title: string; positions: readonly Position[] }) {
  const { title, positions } = props;
  if (positions.length === 0) return null;
  return (
    <section class="stack">
      <h2>{title}</h2>
      <ul class="positions">
        {positions.map((position) => (
          <li key={position.marketId} class={`sheet position position-${position.status}`}>
            <OnePosition position={position} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OnePosition({ position }: { readonly position: Position }) {
  const { marketId, question, currency, stakes, status, payout } = position;
  const sides = (['Yes', 'No'] as const).filter((side) => stakes[side] !== '0');
  const amounts: [string, Position['payoutIfYes']][] =
    payout === null
      ? [
          ['If Yes', position.payoutIfYes],
          ['If No', position.payoutIfNo],
        ]
      : [['Paid', payout]];
  return (
    <>
      <a class="position-question" dir="auto" href={href(`/m/${marketId}`)}>
        {plainText(question)}
      </a>
      <p class="quiet">{STATES[status]}</p>
      <dl class="position-facts">
        {sides.map((side) => (
          <div key={side}>
            <dt class={`side side-${side.toLowerCase()}`}>On {side}</dt>
            <dd>
              <Figure text={withCurrency(stakes[side], currency)} />
            </dd>
          </div>
        ))}
        {amounts.map(([name, amount]) => (
          <Fact key={name} name={name}>
            <Figure text={withCurrency(amount, currency)} />
          </Fact>
        ))}
      </dl>
    </>
  );
}
