import { Button } from '../components/forms.tsx';
import { CANCELLED, prompt } from './prompt.ts';

export function promptWords(): string | undefined {
  const { walletName, isSlow } = prompt.value ?? {};
  return isSlow
    ? `${walletName} has not answered for 20 seconds. Open it from the browser’s toolbar or as ` +
        'an app, unlock it and look for the request, or cancel and try again.'
    : walletName && `Confirm in ${walletName}.`;
}

export function WalletPrompt() {
  if (!prompt.value) return null;
  return (
    <div class="notice notice-warning">
      <p>{promptWords()}</p>
      <Button onClick={() => prompt.peek()?.end(CANCELLED)}>Cancel</Button>
    </div>
  );
}
