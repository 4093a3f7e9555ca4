import { Button } from '../../components/button.tsx';
import { FormField } from '../../components/form-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { config } from '../../data/tote.ts';
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
