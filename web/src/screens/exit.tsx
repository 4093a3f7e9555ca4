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
        This page works without our service. Keep a copy in case we shut down:{' '}
        <a href={href('/tote-exit.html')} download>
          download it as a file
        </a>
        , and write down the program’s address: <code>{programText.value}</code>.
      </p>
    </>
  );
}
