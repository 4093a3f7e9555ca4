import { render } from 'preact';
import { App } from './app/app.tsx';
import { startTheme } from './app/theme.tsx';
import { startClock } from './data/clock.ts';
import { applyAccent } from './navigation/env.ts';
import { startRouter } from './navigation/router.ts';
import { startWallets } from './wallet/start-wallets.ts';
import './styles/index.css';

applyAccent();
startTheme();
startRouter();
startClock();
startWallets();
render(<App />, document.querySelector('#app') as Element);
