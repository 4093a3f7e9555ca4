import type { MarketPreview } from '@tote/sdk';
import { AMOUNT, Button, FormField, SelectField } from '../../components/forms.tsx';
import { config } from '../../data/tote.ts';
import { exactly } from '../../format/amounts.ts';
import { shortAddress } from '../../format/words.ts';
import { changeDraft, draft } from './draft.ts';

interface DetailFieldsProps {
  readonly tokenError: string | undefined;
  readonly currencyError: string | undefined;
  readonly isToken: boolean;
}

export function DetailFields({ tokenError, currencyError, isToken }: DetailFieldsProps) {
  const { tokenAddress, currency } = draft.value;
  const tokens = config.value?.demo?.tokens ?? [];
  return (
    <fieldset class="sheet stack">
      <legend>What is it about?</legend>
      <FormField
        label="Token (optional)"
        error={tokenError}
        hint={isToken ? undefined : 'The mint address, if the question is about a token.'}
      >
        {(attributes) => (
          <input
            {...attributes}
            class="token-input"
            type="text"
            spellcheck={false}
            autocomplete="off"
            value={tokenAddress}
            onInput={({ currentTarget: { value } }) => changeDraft({ tokenAddress: value })}
          />
        )}
      </FormField>
      {tokens.length > 0 && (
        <div class="pills">
          {tokens.map(({ symbol, mint }) => (
            <Button
              key={mint}
              class="pill"
              aria-pressed={tokenAddress === mint}
              onClick={() => changeDraft({ tokenAddress: tokenAddress === mint ? '' : mint })}
            >
              {symbol} {shortAddress(mint)}
            </Button>
          ))}
        </div>
      )}
      <SelectField
        label="Bets are in"
        error={currencyError}
        options={{ SOL: 'SOL', UTILITY: 'UTILITY' }}
        value={currency}
        onInput={({ currentTarget: { value } }) => changeDraft({ currency: value })}
      />
    </fieldset>
  );
}

interface StakeFieldProps {
  readonly preview: MarketPreview | undefined;
  readonly error: string | undefined;
}

export function StakeField({ preview, error }: StakeFieldProps) {
  const { side, stake } = draft.value;
  const currency = draft.value.currency as 'SOL' | 'UTILITY';
  const minimum = preview?.minimumStake ?? config.value?.minimumStake[currency];
  return (
    <fieldset class="sheet stack">
      <legend>Your first bet (optional)</legend>
      <div class="pills" role="radiogroup" aria-label="Side">
        {(['Yes', 'No'] as const).map((name) => (
          <label key={name} class="option">
            <input
              type="radio"
              name="side"
              checked={side === name}
              onChange={() => changeDraft({ side: name })}
            />
            <span class={`side side-${name.toLowerCase()}`}>{name}</span>
          </label>
        ))}
      </div>
      <FormField
        label={`Amount in ${currency}`}
        error={error}
        hint={
          minimum && `Minimum ${exactly(minimum, currency)} ${currency}. Leave empty for no bet.`
        }
      >
        {(attributes) => (
          <input
            {...attributes}
            {...AMOUNT}
            value={stake}
            onInput={({ currentTarget: { value } }) => changeDraft({ stake: value })}
          />
        )}
      </FormField>
    </fieldset>
  );
}
