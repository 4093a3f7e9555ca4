import type { Market } from '@tote/sdk';
import { useEffect } from 'preact/hooks';
import { ChainId, WalletId } from '../../components/chain-id.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { useResource } from '../../data/resource.ts';
import { useSoon } from '../../data/soon.ts';
import { tote } from '../../data/tote.ts';
import { exactly } from '../../format/amounts.ts';

const SHOWN = 5;
const REREAD_MS = 2_000;

export function Positions({ market }: { readonly market: Market }) {
  const { id: marketId, betCount } = market;
  const { value, reload } = useResource(
    (signal) => tote.peek().listPositions({ marketId, limit: SHOWN }, { signal }),
    [marketId],
  );
  const soon = useSoon(reload, REREAD_MS);
  useEffect(() => {
    if (value.peek() && betCount > 0) soon();
  }, [betCount, value, soon]);
  if (!value.value?.length) return null;
  return (
    <section aria-labelledby="positions">
      <h2 id="positions">Biggest positions</h2>
      <table class="rows">
        <TableHead
          names={['Wallet', `Yes (${market.currency})`, `No (${market.currency})`]}
          numbers={[1, 2]}
        />
        <tbody>
          {value.value.map(({ wallet, bettor, stakes }) => (
            <tr key={bettor}>
              <td>
                {wallet ? <WalletId wallet={wallet} /> : <ChainId kind="address" id={bettor} />}
              </td>
              <td class="number">{exactly(stakes.Yes, market.currency)}</td>
              <td class="number">{exactly(stakes.No, market.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
