// The standalone file: this screen and nothing else.
import { render } from 'preact';
import { startDiscovery } from '../wallet/registered.ts';
import { Exit } from './exit.tsx';
import { programText, rpcUrl } from './state.ts';
import '../styles/exit-page.css';

const query = new URLSearchParams(location.search);
rpcUrl.value = query.get('rpc') ?? '';
programText.value = query.get('program') ?? programText.value;

startDiscovery();
render(
  <>
    <header class="header">
      <span class="brand">TOTE</span>
    </header>
    <main id="main">
      <Exit />
    </main>
  </>,
  document.querySelector('#app') as Element,
);
