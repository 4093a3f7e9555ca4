import type { Account } from '@tote/sdk';
import { TransactionSteps } from './transaction-steps.tsx';
import { useTransaction } from './use-transaction.ts';

export function AutoWithdraw({ account, onDone }: { readonly account: Account; onDone(): void }) {
  const transaction = useTransaction(onDone);
  const { autoWithdraw, open } = account;
  if (!open) return null;
  return (
    <section class="sheet stack" aria-labelledby="auto-withdraw">
      <h2 id="auto-withdraw">Send winnings to my wallet</h2>
      <p>
        {autoWithdraw
          ? 'Winnings are sent to your wallet automatically. Deposits stay here.'
          : 'Winnings stay here, ready for the next bet.'}
      </p>
      <button
        type="button"
        class="switch"
        role="switch"
        aria-checked={autoWithdraw}
        aria-labelledby="auto-withdraw"
        disabled={!transaction.isFree}
        onClick={() => transaction.run((tote) => tote.setAutoWithdraw({ enabled: !autoWithdraw }))}
      >
        {autoWithdraw ? 'On' : 'Off'}
      </button>
      <TransactionSteps transaction={transaction} />
    </section>
  );
}
