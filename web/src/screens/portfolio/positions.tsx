import { useSignal } from '@preact/signals';
import type { Wallet } from '@tote/sdk';
import { Button } from '../../components/forms.tsx';
import { tote } from '../../data/tote.ts';
import { href } from '../../navigation/router.ts';
import { useTask } from '../../wallet/use-task.ts';
import { isOpen, OnePosition, SIGNS, STATUS_WORDS } from './position.tsx';

const PAGE = 100;

type Page = Wallet & { readonly nextCursor?: string };

export function Positions({ wallet }: { readonly wallet: Page }) {
  const open = wallet.positions.filter(isOpen);
  return (
    <>
      <section class="stack" aria-labelledby="open-bets">
        <h2 id="open-bets">Open bets</h2>
        {open.length === 0 ? (
          <p class="sheet quiet">
            You have no open bets. <a href={href('/')}>Find a market</a>, or{' '}
            <a href={href('/new')}>create one</a>.
          </p>
        ) : (
          <ul class="stack">
            {open.map((position) => (
              <OnePosition key={position.marketId} position={position} />
            ))}
          </ul>
        )}
      </section>
      <PastPositions wallet={wallet} />
    </>
  );
}

const PAST = ['won', 'lost', 'refunded'] as const;
type Past = (typeof PAST)[number];

function PastPositions({ wallet }: { readonly wallet: Page }) {
  const shown = useSignal<Past | undefined>(undefined);
  const older = useSignal<readonly Page[]>([]);
  const { doing, run } = useTask();
  const pages = [wallet, ...older.value];
  const positions = new Map(
    pages
      .flatMap((page) => page.positions)
      .filter((position) => !isOpen(position))
      .map((position) => [position.marketId, position]),
  );
  if (positions.size === 0) return null;
  const cursor = pages.at(-1)?.nextCursor;
  const count = (status: Past) => wallet.results.SOL[status] + wallet.results.UTILITY[status];
  const list = [...positions.values()].filter(
    ({ status }) => shown.value === undefined || status === shown.value,
  );
  return (
    <section class="stack" aria-labelledby="past-bets">
      <h2 id="past-bets">Past bets</h2>
      <div class="pills">
        {PAST.map((status) => (
          <Button
            key={status}
            class="pill"
            aria-pressed={shown.value === status}
            onClick={() => {
              shown.value = shown.value === status ? undefined : status;
            }}
          >
            {SIGNS[status]} {STATUS_WORDS[status]} {count(status)}
          </Button>
        ))}
      </div>
      <ul class="stack">
        {list.map((position) => (
          <OnePosition key={position.marketId} position={position} />
        ))}
      </ul>
      {cursor && (
        <Button
          disabled={doing.value !== undefined}
          onClick={() =>
            run('Loading …', async () => {
              const address = wallet.wallet;
              const next = await tote.value.getWallet({ address, limit: PAGE, cursor });
              older.value = [...older.value, next];
            })
          }
        >
          Older bets
        </Button>
      )}
    </section>
  );
}
