import type { Signal } from '@preact/signals';
import type { Currency } from '@tote/domain';
import { AMOUNT, choosing } from '../components/forms.ts';
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

/** One-click betting needs a permission, which is optional. */
export function PermissionChoice(props: PermissionChoiceProps) {
  const { by, text, proposed, problem, currency, until } = props;
  return (
    <fieldset class="permission">
      <legend>How do you want to approve bets?</legend>
      <Option by={by} value="service" words="One-click betting" />
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
      <Option by={by} value="wallet" words="Sign each bet in your wallet" />
    </fieldset>
  );
}

interface OptionProps {
  readonly by: Signal<SignedBy>;
  readonly value: SignedBy;
  readonly words: string;
}

function Option({ by, value, words }: OptionProps) {
  return (
    <label>
      <input name="signed-by" {...choosing(by, value)} />
      {words}
    </label>
  );
}
