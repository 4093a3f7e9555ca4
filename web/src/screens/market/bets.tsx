import { useSignal } from '@preact/signals';
import type { Market } from '@tote/sdk';
import { ChainId, WalletId } from '../../components/chain-id.tsx';
import { Button } from '../../components/forms.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { tote } from '../../data/tote.ts';
import { exactly } from '../../format/amounts.ts';
import { localTime, utcTime } from '../../format/times.ts';
import type { BetLine } from './market-data.ts';
import { BETS } from './use-market.ts';

interface BetsProps {
  readonly market: Market;
  readonly bets: readonly BetLine[];
}

const FIRST = 10;

export function Bets({ market, bets }: BetsProps) {
  const shown = useSignal(FIRST);
  const older = useSignal<{ readonly id: string; readonly bets: readonly BetLine[] }>({
    ...{ id: market.id, bets: [] },
  });
  const rest = older.value.id === market.id ? older.value.bets : [];
  const all = unique([...bets, ...rest]);
  const showMore = async () => {
    shown.value += BETS;
    const last = all.at(-1)?.betId;
    if (shown.value <= all.length || all.length >= market.betCount || !last) return;
    const page = await tote
      .peek()
      .listMarketBets({ marketId: market.id, limit: BETS, after: last });
    older.value = { id: market.id, bets: [...rest, ...page] };
  };
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="bets">
      <h2 id="bets">Bets</h2>
      <BetTable bets={all.slice(0, shown.value)} currency={market.currency} />
      {market.betCount > shown.value && (
        <Button class="button more" onClick={showMore}>
          More bets
        </Button>
      )}
    </section>
  );
}

function unique(bets: readonly BetLine[]): BetLine[] {
  return [...new Map(bets.map((bet) => [bet.betId, bet])).values()];
}

function BetTable({ bets, currency }: Pick<BetsProps, 'bets'> & Pick<Market, 'currency'>) {
  return (
    <table class="rows rows-wide">
      <TableHead
        names={['Wallet', 'Side', `Stake (${currency})`, 'Time', 'Transaction']}
        numbers={[2]}
      />
      <tbody>
        {bets.map(({ betId, wallet, outcome, amount, placedAt, transactionId }) => (
          <tr key={betId}>
            <td>
              <WalletId wallet={wallet} />
            </td>
            <td>
              <span class={`side side-${outcome.toLowerCase()}`}>{outcome}</span>
            </td>
            <td class="number">{exactly(amount, currency)}</td>
            <td>
              <time dateTime={placedAt} title={utcTime(placedAt)}>
                {localTime(placedAt)}
              </time>
            </td>
            <td>
              <ChainId kind="tx" id={transactionId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
