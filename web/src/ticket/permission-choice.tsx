import type { Signal } from '@preact/signals';
import type { Currency } from '@tote/domain';
import { AMOUNT, chosenInto, Radios } from '../components/forms.tsx';
import { bothTimes } from '../format/times.ts';
import type { SignedBy } from './use-bet.ts';

interface PermissionChoiceProps {
  readonly by: Signal<SignedBy>;
  readonly text: Signal<string | undefined>;
  readonly proposed: string;
  readonly problem: string | undefined;
  readonly currency: Currency;
  readonly until: number;
}

const SIGNED_BY = 'signed-by';

/** One-click betting needs a permission, which is optional. */
export function PermissionChoice(props: PermissionChoiceProps) {
  const { by, text, proposed, problem, currency, until } = props;
  return (
    <fieldset class="permission sheet">
      <legend>How do you want to approve bets?</legend>
      <Radios name={SIGNED_BY} options={{ service: 'One-click betting' }} {...chosenInto(by)} />
      {by.value === 'service' && (
        <div class="permission-limit">
          <label for="allowance">Limit in {currency}</label>
          <input
            id="allowance"
            class="figure"
            {...AMOUNT}
            value={text.value ?? proposed}
            aria-invalid={problem !== undefined}
            aria-describedby="allowance-help"
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
            }}
          />
          <p id="allowance-help" class={problem ? 'amount-problem' : 'quiet'}>
            {problem ??
              `Until ${bothTimes(until)}. We can place bets with it but never withdraw it. ` +
                'Revoke at any time.'}
          </p>
        </div>
      )}
      <Radios
        name={SIGNED_BY}
        options={{ wallet: 'Sign each bet in your wallet' }}
        {...chosenInto(by)}
      />
    </fieldset>
  );
}
