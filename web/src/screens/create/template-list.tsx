import { config } from '../../data/tote.ts';
import { changeDraft } from './draft.ts';
import { listTemplates, type Template } from './templates.ts';

export function Templates() {
  if (!config.value) return null;
  const take = ({ fields, needsToken }: Template) => {
    changeDraft({ ...fields, expireAt: '', bettingClosesAt: '', silence: '' });
    const wanted = needsToken ? '.token-input' : '.question-input';
    document.querySelector<HTMLElement>(wanted)?.focus();
  };
  return (
    <fieldset class="examples">
      <legend class="quiet">Start from an example</legend>
      <div class="templates">
        {listTemplates(config.value).map((template) => (
          <button key={template.name} type="button" class="pill" onClick={() => take(template)}>
            {template.name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
