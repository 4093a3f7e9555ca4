import { useSignal } from '@preact/signals';
import { href } from '../navigation/router.ts';
import { Button } from './forms.tsx';

/** Opens the device's own share menu; browsers without one copy the text with the link. */
export function Share({ path, text }: { readonly path: string; readonly text: string }) {
  const done = useSignal('');
  const share = async () => {
    const url = new URL(href(path), location.href).href;
    try {
      if (navigator.share) await navigator.share({ text, url });
      else {
        await navigator.clipboard.writeText(`${text} ${url}`);
        done.value = 'Copied.';
      }
    } catch (error) {
      // Closing the menu without sharing is no failure.
      if ((error as Error).name !== 'AbortError') done.value = `Copy this link: ${url}`;
    }
  };
  return (
    <p class="share">
      <Button onClick={share}>Share</Button> <span role="status">{done.value}</span>
    </p>
  );
}
