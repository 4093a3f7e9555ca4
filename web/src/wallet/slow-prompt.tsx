import { Button } from '../components/button.tsx';
import { prompt } from './prompt.ts';

const CANCELLED = 'You cancelled. Nothing was sent and no money moved.';

export function SlowPrompt() {
  const asked = prompt.value;
  if (!asked?.isSlow) return null;
  return (
    <div class="notice notice-warning">
      <p>Open your wallet to confirm. It has not answered for 20 seconds.</p>
      <Button onClick={() => asked.end(CANCELLED)}>Cancel</Button>
    </div>
  );
}
