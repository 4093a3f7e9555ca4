import { useSignal } from '@preact/signals';
import type { Market } from '@tote/sdk';
import { Button } from '../../components/forms.tsx';
import { Share } from '../../components/share.tsx';
import { hasBets, oddsInWords } from '../../format/odds.ts';
import { plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';

const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** The card is loaded when the part is opened, with the odds of then. */
export function ShareMarket({ market }: { readonly market: Market }) {
  const isOpen = useSignal(false);
  const question = plainText(market.question);
  const { Yes, No } = oddsInWords(market);
  const text = hasBets(market) ? `${question} Yes ${Yes}, No ${No}.` : question;
  const path = `/m/${market.id}`;
  const address = (to: string) => new URL(href(to), location.href).href;
  const embed =
    `<iframe src="${address(`/embed${path}`)}" width="400" height="240" ` +
    `title="Market" sandbox="${SANDBOX}"></iframe>`;
  return (
    <details
      class="share-market"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary class="button">Share</summary>
      {isOpen.value && (
        <div class="stack">
          <img
            src={`${href(`${path}/card.png`)}?v=${market.betCount}-${market.status}`}
            alt={`Card: ${text}`}
            width={1200}
            height={630}
          />
          <p dir="auto">{text}</p>
          <Share path={path} text={text} />
          <Copy what="link" text={address(path)} />
          <Copy what="embed code" text={embed} />
        </div>
      )}
    </details>
  );
}

function Copy({ what, text }: { readonly what: string; readonly text: string }) {
  const done = useSignal('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      done.value = 'Copied.';
    } catch {
      done.value = text;
    }
  };
  return (
    <p class="share">
      <Button onClick={copy}>Copy {what}</Button> <span role="status">{done.value}</span>
    </p>
  );
}
