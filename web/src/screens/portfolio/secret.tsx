import { type Signal, useSignal } from '@preact/signals';
import { Button } from '../../components/forms.tsx';
import { Notice } from '../../components/notice.tsx';

interface SecretProps {
  readonly name: string;
  /** Dropped when the visitor has stored it. */
  readonly secret: Signal<string | undefined>;
}

export function Secret({ name, secret }: SecretProps) {
  const copied = useSignal('');
  const { value: text } = secret;
  if (!text) return null;
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => {
        copied.value = text;
      },
      // If copying fails, the visitor can still select the text.
      () => {},
    );
  const drop = () => {
    secret.value = undefined;
  };
  return (
    <Notice kind="warning">
      <p>{name}. It is shown only once: store it where nobody else can read it.</p>
      <p>
        <code class="secret-text board">{text}</code>
      </p>
      <div class="pills">
        <Button onClick={copy}>{copied.value === text ? 'Copied' : 'Copy'}</Button>
        <Button onClick={drop}>I have stored it</Button>
      </div>
    </Notice>
  );
}
