import type { Position } from '@tote/sdk';
import { Fact, Figure } from '../../components/figures.tsx';
import { exactly, isZero } from '../../format/amounts.ts';
import { plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';

/** A refund does not count as a loss. */
export const STATUS_WORDS: Record<Position['status'], string> = {
  open: 'Open',
  closed: 'Being decided',
  won: 'Won',
  lost: 'Lost',
  refunded: 'Refunded',
};

export const isOpen = ({ status }: Position): boolean => status === 'open' || status === 'closed';

export const SIGNS = { open: '', closed: '', won: '✓', lost: '×', refunded: '↺' } as const;

/** A stake in a market, with what it would pay or has paid. */
export function OnePosition({ position }: { readonly position: Position }) {
  const { marketId, question, stakes, currency, status } = position;
  const sides = (['Yes', 'No'] as const).filter((side) => !isZero(stakes[side]));
  return (
    <li class={`sheet row own-bet own-bet-${status}`}>
      <div class="own-bet-what">
        <a href={href(`/m/${marketId}`)} dir="auto">
          {plainText(question)}
        </a>
        <span class="row">
          {sides.map((side) => (
            <span key={side} class={`side side-${side.toLowerCase()}`}>
              {side} {exactly(stakes[side], currency)} {currency}
            </span>
          ))}
        </span>
        {status === 'closed' && <span class="quiet">{STATUS_WORDS.closed}</span>}
      </div>
      {isOpen(position) ? <Payouts {...position} /> : <End {...position} />}
    </li>
  );
}

function Payouts({ payoutIfYes, payoutIfNo, currency }: Position) {
  return (
    <dl class="own-bet-ifs row">
      {Object.entries({ 'If Yes': payoutIfYes, 'If No': payoutIfNo }).map(([name, payout]) => (
        <Fact key={name} name={name}>
          <Figure text={exactly(payout, currency)} /> <span class="quiet">{currency}</span>
        </Fact>
      ))}
    </dl>
  );
}

function End({ status, payout, currency }: Position) {
  return (
    <p class="own-bet-end">
      <span class="own-bet-status">
        <span aria-hidden="true">{SIGNS[status]}</span> {STATUS_WORDS[status]}
      </span>
      {payout !== null && status !== 'lost' && (
        <span>
          <span class="figure">{exactly(payout, currency)}</span> {currency}{' '}
          {status === 'won' ? 'credited' : 'returned'}
        </span>
      )}
    </p>
  );
}
