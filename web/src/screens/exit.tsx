// The way out, with what the service has said of itself filled in.
import { useSignalEffect } from '@preact/signals';
import { config } from '../data/tote.ts';
import { Exit } from '../exit/exit.tsx';
import { programText, rpcUrl } from '../exit/state.ts';
import { href } from '../navigation/router.ts';

export function ExitScreen() {
  useSignalEffect(() => {
    if (!config.value || rpcUrl.peek() !== '') return;
    rpcUrl.value = config.value.rpcUrl ?? '';
    programText.value = config.value.program;
  });
  return (
    <>
      <Exit />
      <p class="narrow exit-file">
        This page needs nothing of us but itself. Keep it for the day when we are gone:{' '}
        <a href={href('/tote-exit.html')} download>
          download it as a file
        </a>
        , and write down the address of the program: <code>{programText.value}</code>.
      </p>
    </>
  );
}
