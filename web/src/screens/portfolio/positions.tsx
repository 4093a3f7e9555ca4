import { useSignal } from '@preact/signals';
import type { Position, Wallet } from '@tote/sdk';
import { Button } from '../../components/button.tsx';
import { Fact } from '../../components/fact.tsx';
import { Figure } from '../../components/figure.tsx';
import { tote } from '../../data/tote.ts';
import { exactly, isZero } from '../../format/amounts.ts';
import { plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';
import { useTask } from '../../wallet/use-task.ts';
import { STATUS_WORDS } from './status-words.ts';

const PAGE = 100;

type Page = Wallet & { readonly nextCursor?: string };

const isOpen = ({ status }: Position) => status === 'open' || status === 'closed';

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
          <ul class="own-bets">
            {open.map((position) => (
              <OpenPosition key={position.marketId} position={position} />
            ))}
          </ul>
        )}
      </section>
      <PastPositions wallet={wallet} />
    </>
  );
}

function Stakes({ position: { stakes, currency } }: { readonly position: Position }) {
  const sides = (['Yes', 'No'] as const).filter((side) => !isZero(stakes[side]));
  return (
    <span class="stakes">
      {sides.map((side) => (
        <span key={side} class={`side side-${side.toLowerCase()}`}>
          {side} {exactly(stakes[side], currency)} {currency}
        </span>
      ))}
    </span>
  );
}

function OpenPosition({ position }: { readonly position: Position }) {
  const { marketId, question, currency, status, payoutIfYes, payoutIfNo } = position;
  return (
    <li class="sheet own-bet">
      <div class="own-bet-what">
        <a href={href(`/m/${marketId}`)} dir="auto">
          {plainText(question)}
        </a>
        <Stakes position={position} />
        {status === 'closed' && <span class="quiet">{STATUS_WORDS.closed}</span>}
      </div>
      <dl class="own-bet-ifs">
        {(
          [
            ['If Yes', payoutIfYes],
            ['If No', payoutIfNo],
          ] as const
        ).map(([name, payout]) => (
          <Fact key={name} name={name}>
            <Figure text={exactly(payout, currency)} /> <span class="quiet">{currency}</span>
          </Fact>
        ))}
      </dl>
    </li>
  );
}

const PAST = ['won', 'lost', 'refunded'] as const;
type Past = (typeof PAST)[number];
const SIGNS: Record<Past, string> = { won: '✓', lost: '×', refunded: '↺' };

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
      <ul class="own-bets">
        {list.map((position) => (
          <PastPosition key={position.marketId} position={position} />
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

function PastPosition({ position }: { readonly position: Position }) {
  const { marketId, question, currency, payout } = position;
  const status = position.status as Past;
  return (
    <li class={`sheet own-bet own-bet-${status}`}>
      <div class="own-bet-what">
        <a href={href(`/m/${marketId}`)} dir="auto">
          {plainText(question)}
        </a>
        <Stakes position={position} />
      </div>
      <p class="own-bet-end">
        <span class="own-bet-status">
          <span aria-hidden="true">{SIGNS[status]}</span> {STATUS_WORDS[status]}
        </span>
        {payout !== null && status !== 'lost' && (
          <span>
            <span class="figure">{exactly(payout, currency)}</span> {currency}{' '}
            {status === 'won' ? 'credited' : 'returned'}
          </span>
        )}
      </p>
    </li>
  );
}
