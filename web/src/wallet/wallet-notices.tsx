import { Button } from '../components/forms.tsx';
import { session } from '../data/session.ts';
import { walletNews } from './connect.ts';
import { isConnectDialogOpen, openConnectDialog } from './connect-dialog.tsx';
import { WalletPrompt } from './wallet-prompt.tsx';

/** Shows requests to wallets and what happened without the visitor, above the page. */
export function WalletNotices() {
  const forget = () => {
    walletNews.value = undefined;
  };
  return (
    <div class="wallet-notices" role="status">
      {!isConnectDialogOpen.value && <WalletPrompt />}
      {walletNews.value && (
        <div class="notice notice-warning">
          <p>{walletNews.value}</p>
          {!session.value && <Button onClick={openConnectDialog}>Sign in again</Button>}
          <Button onClick={forget}>OK</Button>
        </div>
      )}
    </div>
  );
}
