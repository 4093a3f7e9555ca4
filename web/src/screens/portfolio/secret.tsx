import { useSignal } from '@preact/signals';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';

interface SecretProps {
  readonly name: string;
  readonly text: string;
  /** Called when the visitor has stored it, so that the page can drop it. */
  onKept(): void;
}

export function Secret({ name, text, onKept }: SecretProps) {
  const isCopied = useSignal(false);
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => {
        isCopied.value = true;
      },
      // If copying fails, the visitor can still select the text.
      () => {},
    );
  return (
    <Notice kind="warning">
      <p>{name}. It is shown only once: store it where nobody else can read it.</p>
      <p>
        <code class="secret-text">{text}</code>
      </p>
      <div class="pills">
        <Button onClick={copy}>{isCopied.value ? 'Copied' : 'Copy'}</Button>
        <Button onClick={onKept}>I have stored it</Button>
      </div>
    </Notice>
  );
}
