import type { Signal } from '@preact/signals';
import type { Outcome } from '@tote/domain';
import type { Market } from '@tote/sdk';
import { Figure } from '../components/figures.tsx';
import { chosenInto, Radios } from '../components/forms.tsx';
import { shortly } from '../format/amounts.ts';
import { hasBets, oddsInWords } from '../format/odds.ts';

interface SideChoiceProps {
  readonly market: Market;
  readonly side: Signal<Outcome | undefined>;
}

export function SideChoice({ market, side }: SideChoiceProps) {
  const odds = oddsInWords(market);
  const options = Object.fromEntries(
    market.outcomes.map(({ name, totalStake }) => [
      name,
      <>
        <span class={`side side-${name.toLowerCase()}`}>{name}</span>
        {hasBets(market) && (
          <>
            <Figure text={odds[name]} />
            <span class="quiet">
              {shortly(totalStake)} {market.currency}
            </span>
          </>
        )}
      </>,
    ]),
  );
  return (
    <fieldset class="sides">
      <legend class="visually-hidden">Side</legend>
      <Radios name="side" class="side-choice" options={options} {...chosenInto(side)} />
    </fieldset>
  );
}
