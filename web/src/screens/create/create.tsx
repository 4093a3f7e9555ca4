import { useSignalEffect } from '@preact/signals';
import { Button, submitting } from '../../components/forms.tsx';
import { session } from '../../data/session.ts';
import { config } from '../../data/tote.ts';
import { DetailFields, StakeField } from './detail-fields.tsx';
import { changeDraft, draft, readStake } from './draft.ts';
import { ExpiryField } from './expiry-field.tsx';
import { QuestionField } from './question-field.tsx';
import { Similar } from './similar.tsx';
import { createFromDraft, refusal, SubmitBar } from './submit.tsx';
import { listTemplates, type Template } from './templates.ts';
import { UnderstoodPanel } from './understood.tsx';
import { usePreview } from './use-preview.ts';
import { SilenceField, WebFields } from './web-fields.tsx';

export function Create() {
  const understood = usePreview(draft.value);
  const { preview } = understood;
  // Repeats a request that a reload interrupted; the service carries it out once.
  useSignalEffect(() => {
    if (session.value && draft.peek().key) createFromDraft(draft.peek().expireAt);
  });
  const wrong = refusal.value?.error ?? understood.error;
  const stake = config.value && readStake(draft.value, config.value);
  const stakeProblem = typeof stake === 'string' ? stake : undefined;
  const errorOf = (part: string) => (wrong?.part === part ? wrong.message : undefined);
  return (
    <>
      <header class="create-head">
        <h1>Create a market</h1>
        <p class="quiet">Ask a yes/no question. You’ll see right away how it will be resolved.</p>
      </header>
      <form
        class="create"
        noValidate
        onSubmit={submitting(
          () => preview && createFromDraft(draft.value.expireAt || preview.expireAt),
        )}
      >
        <div class="create-question">
          <QuestionField error={errorOf('question')} />
          <Templates />
        </div>
        <div class="create-understood">
          <UnderstoodPanel understood={understood} />
          <Similar />
        </div>
        <div class="create-details stack">
          {draft.value.sources && <WebFields error={errorOf('sources')} />}
          <ExpiryField
            preview={preview}
            error={errorOf('expireAt')}
            closesError={errorOf('bettingClosesAt')}
          />
          <DetailFields
            tokenError={errorOf('tokenAddress')}
            currencyError={errorOf('currency')}
            isToken={preview?.tokenAddress != null}
          />
          {preview?.attestation && (
            <SilenceField silence={preview.attestation.silence} error={errorOf('silence')} />
          )}
          <StakeField preview={preview} error={stakeProblem ?? errorOf('stake')} />
          <SubmitBar understood={understood} isMarked={stakeProblem !== undefined} />
        </div>
      </form>
    </>
  );
}

function Templates() {
  if (!config.value) return null;
  const take = ({ fields, needsToken }: Template) => {
    changeDraft({ ...fields, expireAt: '', bettingClosesAt: '', silence: '' });
    const wanted = needsToken ? '.token-input' : '.question-input';
    document.querySelector<HTMLElement>(wanted)?.focus();
  };
  return (
    <fieldset class="examples">
      <legend class="quiet">Start from an example</legend>
      <div class="templates pills">
        {listTemplates(config.value).map((template) => (
          <Button key={template.name} class="pill" onClick={() => take(template)}>
            {template.name}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
