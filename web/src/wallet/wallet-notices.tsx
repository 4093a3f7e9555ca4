import { Button } from '../components/button.tsx';
import { walletNews } from './connect.ts';
import { isConnectDialogOpen } from './connect-dialog.tsx';
import { SlowPrompt } from './slow-prompt.tsx';

/** Shows requests to wallets and what wallets did on their own, above the page. */
export function WalletNotices() {
  return (
    <div class="wallet-notices" role="status">
      {!isConnectDialogOpen.value && <SlowPrompt />}
      {walletNews.value && (
        <div class="notice notice-warning">
          <p>{walletNews.value}</p>
          <Button
            onClick={() => {
              walletNews.value = undefined;
            }}
          >
            OK
          </Button>
        </div>
      )}
    </div>
  );
}
