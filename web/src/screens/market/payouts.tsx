import { useSignal } from '@preact/signals';
import type { Payout, Receipt } from '@tote/sdk';
import { useEffect } from 'preact/hooks';
import { ChainId, WalletId } from '../../components/chain-id.tsx';
import { Button } from '../../components/forms.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { useResource } from '../../data/resource.ts';
import { tote } from '../../data/tote.ts';
import { exactly } from '../../format/amounts.ts';

const FIRST = 10;
const PAGE = 100;

export function Payouts({ receipt, settlements }: { receipt: Receipt; settlements: number }) {
  const { marketId, currency, refunded, settlement } = receipt;
  const wanted = useSignal(FIRST);
  const { value, reload } = useResource(
    (signal) => readPayouts(marketId, wanted.peek(), signal),
    [marketId],
  );
  useEffect(() => {
    if (settlements > 0) reload();
  }, [settlements, reload]);
  const payouts = value.value ?? [];
  if (payouts.length === 0) return null;
  const on = (side: string) => `On ${side} (${currency})`;
  const showMore = () => {
    wanted.value += PAGE;
    reload();
  };
  return (
    <section aria-labelledby="payouts">
      <h2 id="payouts">Payouts</h2>
      <table class="rows rows-wide">
        <TableHead
          names={['Wallet', on('Yes'), on('No'), `Payout (${currency})`, 'Transaction']}
          numbers={[1, 2, 3]}
        />
        <tbody>
          {payouts.map((payout) => (
            <tr key={payout.bettor}>
              <td>
                {payout.wallet ? (
                  <WalletId wallet={payout.wallet} />
                ) : (
                  <ChainId kind="address" id={payout.bettor} />
                )}
              </td>
              <td class="number" data-label="Yes">
                {exactly(payout.stakes.Yes, currency)}
              </td>
              <td class="number" data-label="No">
                {exactly(payout.stakes.No, currency)}
              </td>
              <td class="number" data-label="got">
                {exactly(payout.payout, currency)}{' '}
                <span class="quiet">{stateOf(payout, refunded)}</span>
              </td>
              <td>{payout.transactionId && <ChainId kind="tx" id={payout.transactionId} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {payouts.length < settlement.positions && (
        <Button class="button more" onClick={showMore}>
          More payouts
        </Button>
      )}
    </section>
  );
}

function stateOf({ state }: Payout, isRefund: boolean): string {
  if (state === 'pending') return 'in a moment';
  if (state === 'lost') return 'lost';
  return isRefund ? 'refunded' : 'won';
}

/** Reads all pages that are shown, so that the rows are consistent. */
async function readPayouts(
  marketId: string,
  count: number,
  signal: AbortSignal,
): Promise<readonly Payout[]> {
  const all: Payout[] = [];
  while (all.length < count) {
    const limit = Math.min(PAGE, count - all.length);
    const after = all.at(-1)?.bettor;
    const input = { marketId, limit, ...(after !== undefined && { after }) };
    const page = await tote.peek().listPayouts(input, { signal });
    all.push(...page);
    if (page.length < limit) break;
  }
  return all;
}
