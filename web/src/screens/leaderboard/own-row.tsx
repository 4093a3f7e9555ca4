import type { Currency } from '@tote/domain';
import { Profit } from '../../components/profit.tsx';
import { useResource } from '../../data/resource.ts';
import { tote } from '../../data/tote.ts';
import { href } from '../../navigation/router.ts';

interface OwnRowProps {
  readonly wallet: string;
  /** How many wallets the list has. */
  readonly shown: number;
  readonly window: 'day' | 'week' | 'all';
  readonly currency: Currency;
}

/** The connected wallet, if the list lacks it: it has no rank, and a profit of all time only. */
export function OwnRow({ wallet, shown, window, currency }: OwnRowProps) {
  const { value } = useResource(
    (signal) => tote.value.getWallet({ address: wallet, limit: 1 }, { signal }),
    [wallet],
  );
  const profit = window === 'all' ? value.value?.results[currency].profit : undefined;
  return (
    <p class="board own-row">
      <span class="figure">–</span>
      <span>
        <a href={href(`/w/${wallet}`)}>You</a>
        <span class="quiet"> not in the top {shown}</span>
      </span>
      {profit && <Profit amount={profit} currency={currency} />}
    </p>
  );
}
