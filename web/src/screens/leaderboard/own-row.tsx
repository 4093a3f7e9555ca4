import type { Currency } from '@tote/domain';
import type { Leader } from '@tote/sdk';
import { Profit } from '../../components/profit.tsx';
import { useResource } from '../../data/resource.ts';
import { tote } from '../../data/tote.ts';
import { href } from '../../navigation/router.ts';

interface OwnRowProps {
  readonly wallet: string;
  readonly rows: readonly Leader[];
  readonly window: 'day' | 'week' | 'all';
  readonly currency: Currency;
}

/** The rank of the connected wallet, even if it is not in the list. */
export function OwnRow({ wallet, rows, window, currency }: OwnRowProps) {
  const found = rows.find((row) => row.wallet === wallet);
  const { value } = useResource(
    (signal) => tote.value.getWallet({ address: wallet, limit: 1 }, { signal }),
    [wallet],
  );
  // A wallet below the list has no rank, and a profit for all time only.
  const results = window === 'all' ? value.value?.results[currency] : undefined;
  const profit = found?.profit ?? results?.profit;
  return (
    <p class="board own-row">
      <span class="figure">{found ? `#${found.rank}` : '–'}</span>
      <span>
        <a href={href(`/w/${wallet}`)}>You</a>
        {!found && <span class="quiet"> not in the top {rows.length}</span>}
      </span>
      {profit && <Profit amount={profit} currency={currency} />}
    </p>
  );
}
