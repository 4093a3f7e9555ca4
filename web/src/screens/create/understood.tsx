import type { MarketPreview } from '@tote/sdk';
import { Moment } from '../../components/countdown.tsx';
import { Fact, ProgressFacts } from '../../components/figures.tsx';
import { Button } from '../../components/forms.tsx';
import { Notice } from '../../components/notice.tsx';
import { RuleText } from '../../components/rule-text.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { DECIDED_BY, plainText } from '../../format/words.ts';
import { changeDraft } from './draft.ts';
import type { Understood } from './use-preview.ts';

const TIMING = {
  at_expiry: 'Only the value at the end counts.',
  any_time_before: 'Resolves Yes as soon as it happens before the end.',
  never_before: 'Resolves No the first time it fails, Yes if it never does.',
} as const;

const DATES = [
  ['Betting closes', 'bettingClosesAt'],
  ['Ends', 'expireAt'],
  ['Resolved by', 'resolvesBy'],
  ['Refunded after', 'refundAt'],
] as const;

/** The page has its own text for this warning. */
const CUSTOM = /^A custom market:/;

export function UnderstoodPanel({ understood }: { readonly understood: Understood }) {
  const { state, preview, error } = understood;
  const isOld = state === 'reading';
  return (
    <section class="understood stack" aria-labelledby="understood" aria-busy={isOld}>
      <h2 id="understood">What we understood</h2>
      <p class="visually-hidden" role="status">
        {state === 'read' && preview && `Decided by: ${DECIDED_BY[preview.decidedBy].name}`}
      </p>
      {state === 'nothing' && (
        <p class="understood-empty quiet">
          Type a question, or start from an example. The exact rule that decides it will appear
          here.
        </p>
      )}
      {state === 'reading' && !preview && <p class="understood-empty quiet">Reading …</p>}
      {error && <Unclear understood={understood} />}
      {preview && (
        <div class={isOld ? 'stack old' : 'stack'}>
          <Rule preview={preview} />
          <Suggestions preview={preview} />
          {preview.custom && (
            <Notice kind="warning">
              <p>
                A custom market: we cannot bet in it for anyone. Bettors must sign each bet, and it
                is marked in lists.
              </p>
            </Notice>
          )}
          {preview.warnings
            .filter((warning) => !CUSTOM.test(warning))
            .map((warning) => (
              <Notice key={warning} kind="warning">
                <p>{plainText(warning)}</p>
              </Notice>
            ))}
          <Sources preview={preview} />
          <dl class="create-dates pairs small">
            {DATES.map(([name, field]) => (
              <Fact name={name}>
                <Moment at={preview.deadlines[field]} />
              </Fact>
            ))}
          </dl>
        </div>
      )}
    </section>
  );
}

/** There is no rule yet. The error itself is shown beside its field. */
function Unclear({ understood: { error, isAway } }: { readonly understood: Understood }) {
  return (
    <Notice kind={isAway ? 'error' : 'warning'}>
      <p>
        {isAway
          ? 'The service is not responding. What you typed is kept: change a word to try again.'
          : error?.part === 'form'
            ? error.message
            : 'Fix the marked fields to see the rule.'}
      </p>
    </Notice>
  );
}

function Rule({ preview }: { readonly preview: MarketPreview }) {
  const { decidedBy, timing, alreadyMet } = preview;
  const { sign, name, sentence } = DECIDED_BY[decidedBy];
  return (
    <div class="board understood-rule stack">
      <p class="understood-decider">
        <span aria-hidden="true">{sign}</span> {preview.custom ? 'Custom' : name}
      </p>
      <RuleText details={preview.details} />
      {preview.conditionProgress && (
        <dl class="understood-progress row">
          <ProgressFacts progress={preview.conditionProgress} show={grouped} />
        </dl>
      )}
      {alreadyMet && (
        <p class="understood-met">
          {isOutcomeKnown(preview)
            ? 'This has already happened, so the market cannot be created. Ask for more.'
            : 'Currently true; only the value at the end counts.'}
        </p>
      )}
      <p class="quiet">
        {timing && decidedBy !== 'attestation' && !alreadyMet && TIMING[timing]} {sentence}
      </p>
    </div>
  );
}

/** All significant digits, with the visitor's separators. */
const grouped = (text: string) =>
  new Intl.NumberFormat(undefined, { maximumSignificantDigits: 12 }).format(
    text as unknown as bigint,
  );

/** Such a market would end before the first bet. */
export const isOutcomeKnown = ({ alreadyMet, triggered, condition }: MarketPreview): boolean =>
  alreadyMet === true && (triggered || 'event' in condition);

function Suggestions({ preview: { suggestions } }: { readonly preview: MarketPreview }) {
  if (suggestions.length === 0) return null;
  return (
    <div class="suggestions stack">
      <h3>We can measure these instead</h3>
      {suggestions.map(({ question }) => (
        // The new text alone gives the same condition.
        <Button
          key={question}
          class="suggestion"
          onClick={() => changeDraft({ question, silence: '' })}
        >
          <span dir="auto">{plainText(question)}</span>
          <span class="suggestion-take">Use this one</span>
        </Button>
      ))}
    </div>
  );
}

function Sources({ preview: { sources } }: { readonly preview: MarketPreview }) {
  if (!sources) return null;
  return (
    <table class="sources">
      <caption class="visually-hidden">Web sources now</caption>
      <TableHead names={['Source', 'Now']} numbers={[]} />
      <tbody>
        {sources.map(({ url, pointer, value, failure }) => (
          <tr key={url}>
            <td>
              {plainText(url)} <span class="quiet">{pointer}</span>
            </td>
            <td>{failure ? `No value: ${plainText(failure)}` : plainText(value ?? '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
