import type { Signal } from '@preact/signals';
import type { Outcome } from '@tote/domain';
import type { Market } from '@tote/sdk';
import { Figure } from '../components/figure.tsx';
import { percent, shortly } from '../format/amounts.ts';

interface SideChoiceProps {
  readonly market: Market;
  readonly side: Signal<Outcome | undefined>;
}

export function SideChoice({ market, side }: SideChoiceProps) {
  return (
    <fieldset class="sides">
      <legend class="visually-hidden">Side</legend>
      {market.outcomes.map(({ name, odds, totalStake }) => (
        <label class="side-choice">
          <input
            type="radio"
            name="side"
            value={name}
            checked={side.value === name}
            onChange={() => {
              side.value = name;
            }}
          />
          <span class={`side side-${name.toLowerCase()}`}>{name}</span>
          <Figure text={odds === undefined ? '–' : percent(odds)} />
          <span class="quiet">
            {shortly(totalStake)} {market.currency}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
