import { useSignal } from '@preact/signals';
import type { MarketPreview } from '@tote/sdk';
import { Button, FormField } from '../../components/forms.tsx';
import { now } from '../../data/clock.ts';
import { instantsAt, toInstant, toLocalInput, writeInstant } from '../../format/local-input.ts';
import { duration, utcTime } from '../../format/times.ts';
import { changeDraft, draft } from './draft.ts';

const MINUTE_MS = 60_000;
const QUICK = [
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
  ['1 week', 604_800_000],
] as const;

interface ExpiryFieldProps {
  readonly preview: MarketPreview | undefined;
  readonly error: string | undefined;
  readonly closesError: string | undefined;
}

export function ExpiryField({ preview, error, closesError }: ExpiryFieldProps) {
  const { expireAt, bettingClosesAt } = draft.value;
  const shown = expireAt || preview?.expireAt || '';
  const proposed = preview?.proposedExpireAt;
  return (
    <fieldset class="sheet stack">
      <legend>When does it end?</legend>
      <InstantInput
        label="Ends (your local time)"
        instant={shown}
        error={error}
        onChange={(instant) => changeDraft({ expireAt: instant })}
      />
      <div class="pills">
        {QUICK.map(([name, ms]) => (
          <Button
            key={name}
            class="pill"
            onClick={() => changeDraft({ expireAt: roundUp(now.peek() + ms) })}
          >
            {name}
          </Button>
        ))}
      </div>
      {proposed && proposed !== shown && (
        <p class="form-offer">
          Your question mentions another time.{' '}
          <Button class="pill" onClick={() => changeDraft({ expireAt: proposed })}>
            End it at {utcTime(proposed)}
          </Button>
        </p>
      )}
      <details class="more-fields" open={bettingClosesAt !== '' || closesError !== undefined}>
        <summary>Close betting before the end</summary>
        <InstantInput
          label="Betting closes (your local time)"
          instant={bettingClosesAt}
          error={closesError}
          onChange={(instant) => changeDraft({ bettingClosesAt: instant })}
        />
      </details>
    </fieldset>
  );
}

const roundUp = (ms: number) => writeInstant(Math.ceil(ms / MINUTE_MS) * MINUTE_MS);

interface InstantInputProps {
  readonly label: string;
  readonly instant: string;
  readonly error: string | undefined;
  onChange(instant: string): void;
}

/** A local date and time. The instant it means is also shown in UTC. */
function InstantInput({ label, instant, error, onChange }: InstantInputProps) {
  // A half-typed year is a valid year too, and must not be rewritten.
  const typed = useSignal<string | undefined>(undefined);
  const text = typed.value ?? toLocalInput(instant);
  const meant = instantsAt(text);
  const left = Date.parse(instant) - now.value;
  return (
    <FormField
      label={label}
      error={error}
      hint={
        instant && (
          <>
            <output class="utc-time">{utcTime(instant)}</output>
            {left > 0 && `, in ${duration(left)}`}
            {text && meant.length === 0 && '. Clocks skip this time; the next one is used.'}
          </>
        )
      }
    >
      {(attributes) => (
        <>
          <input
            {...attributes}
            type="datetime-local"
            value={text}
            onInput={({ currentTarget: { value } }) => {
              typed.value = value;
              onChange(toInstant(value) ?? '');
            }}
            onBlur={() => {
              typed.value = undefined;
            }}
          />
          {meant.length > 1 && (
            <fieldset class="pills" aria-label="Clocks show this time twice">
              {meant.map((each, at) => (
                <Button
                  key={each}
                  class="pill"
                  aria-pressed={writeInstant(each) === instant}
                  onClick={() => onChange(writeInstant(each))}
                >
                  {at === 0 ? 'The first time' : 'The second time'}
                </Button>
              ))}
            </fieldset>
          )}
        </>
      )}
    </FormField>
  );
}
