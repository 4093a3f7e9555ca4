import { openConnectDialog } from '../../wallet/connect-dialog.tsx';

export function NotConnected() {
  return (
    <section class="sheet stack narrow">
      <h2>Connect a wallet to see your portfolio</h2>
      <p>
        Here you will see your balances, your open bets and what each would pay, your results, and
        everything that can act for you. You can withdraw and revoke at any time.
      </p>
      <button type="button" class="button button-main" onClick={openConnectDialog}>
        Connect a wallet
      </button>
    </section>
  );
}
