import type { Signal } from '@preact/signals';
import type { Outcome } from '@tote/domain';
import type { Market } from '@tote/sdk';
import { Figure } from '../components/figure.tsx';
import { choosing } from '../components/forms.ts';
import { shortly } from '../format/amounts.ts';
import { hasBets, oddsInWords } from '../format/odds.ts';

interface SideChoiceProps {
  readonly market: Market;
  readonly side: Signal<Outcome | undefined>;
}

export function SideChoice({ market, side }: SideChoiceProps) {
  const odds = oddsInWords(market);
  return (
    <fieldset class="sides">
      <legend class="visually-hidden">Side</legend>
      {market.outcomes.map(({ name, totalStake }) => (
        <label class="side-choice">
          <input name="side" value={name} {...choosing(side, name)} />
          <span class={`side side-${name.toLowerCase()}`}>{name}</span>
          {hasBets(market) && (
            <>
              <Figure text={odds[name]} />
              <span class="quiet">
                {shortly(totalStake)} {market.currency}
              </span>
            </>
          )}
        </label>
      ))}
    </fieldset>
  );
}
