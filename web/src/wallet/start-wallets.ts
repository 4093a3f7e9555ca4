import { effect } from '@preact/signals';
import { config } from '../data/tote.ts';
import { startSession } from './connect.ts';
import { startDiscovery } from './registered.ts';

export function startWallets(): void {
  startDiscovery();
  startSession();
  let hasPlayWallet = false;
  effect(() => {
    if (config.value?.cluster !== 'embedded' || hasPlayWallet) return;
    hasPlayWallet = true;
    import('./play-wallet.ts').then(({ registerPlayWallet }) => registerPlayWallet());
  });
}
