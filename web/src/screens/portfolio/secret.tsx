import { useSignal } from '@preact/signals';
import { Notice } from '../../components/notice.tsx';

interface SecretProps {
  readonly name: string;
  readonly text: string;
  /** The visitor has it: it leaves the page. */
  onKept(): void;
}

/** Something that the service shows only once. */
export function Secret({ name, text, onKept }: SecretProps) {
  const isCopied = useSignal(false);
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => {
        isCopied.value = true;
      },
      // The visitor can still select it.
      () => {},
    );
  return (
    <Notice kind="warning">
      <p>{name}. It is shown only now: store it where nobody else can read it.</p>
      <p>
        <code class="secret-text">{text}</code>
      </p>
      <div class="pills">
        <button type="button" class="button" onClick={copy}>
          {isCopied.value ? 'Copied' : 'Copy'}
        </button>
        <button type="button" class="button" onClick={onKept}>
          I have stored it
        </button>
      </div>
    </Notice>
  );
}
