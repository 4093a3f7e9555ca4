import type { Signal } from '@preact/signals';
import { AMOUNT, typedInto } from '../components/forms.ts';

export const MinRatioField = ({ text }: { readonly text: Signal<string> }) => (
  <details>
    <summary>Minimum payout ratio (optional)</summary>
    <label>
      Place the bet only if it would pay at least this much per unit staked:
      <input
        class="figure"
        {...AMOUNT}
        pattern="[0-9]+([.,]([0-9]{1,2}|[0-9]{4,}))?"
        title="Digits with one point or comma, such as 1.9, not 1.900"
        {...typedInto(text)}
      />
    </label>
    <p class="quiet">
      The program checks it when the bet lands. Later bets can still lower the ratio. With one-click
      betting our service passes it on; a bet that you sign contains it.
    </p>
  </details>
);
