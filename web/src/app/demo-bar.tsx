// Lets a newcomer try everything: a wallet, play money, an example market, and the clock.

import type { ComponentChildren } from 'preact';
import { Button } from '../components/forms.tsx';
import { Problem } from '../components/notice.tsx';
import { askService, now } from '../data/clock.ts';
import { useResource } from '../data/resource.ts';
import { session } from '../data/session.ts';
import { signingTote } from '../data/signing-tote.ts';
import { config, tote } from '../data/tote.ts';
import { navigate, place } from '../navigation/router.ts';
import { signOut } from '../wallet/connect.ts';
import { connectPlayWallet } from '../wallet/connect-play-wallet.ts';
import { canMakeKeys, getPlayMoney, PLAY_SOL } from '../wallet/play-key.ts';
import { forgetPlayWallet } from '../wallet/play-wallet.ts';
import { type Task, useTask } from '../wallet/use-task.ts';
import { findWallet, PLAY_WALLET } from '../wallet/wallets.ts';

export function DemoBar() {
  const task = useTask();
  return (
    <aside class="demo-bar board" aria-label="Demo">
      <p>
        <strong>Play money.</strong> Nothing here is real.
      </p>
      {canMakeKeys() ? <Buttons task={task} /> : <NoKeys />}
      <p role="status" class="demo-bar-status">
        {task.doing.value}
      </p>
      <Problem text={task.failure.value} />
    </aside>
  );
}

function NoKeys() {
  return (
    <p>
      Browsers create keys only on https:// pages and localhost. Open this page at http://localhost
      {location.port && `:${location.port}`} to get a play wallet.
    </p>
  );
}

interface ButtonProps {
  readonly task: Task;
}

function Buttons({ task }: ButtonProps) {
  const user = session.value;
  const isPlaying = user?.walletName === PLAY_WALLET;
  const wallet = findWallet(PLAY_WALLET);
  const { run } = task;
  return (
    <div class="demo-bar-buttons">
      {!user && wallet && (
        <DemoButton
          task={task}
          isMain
          onClick={() => run('Creating your wallet …', () => connectPlayWallet(wallet))}
        >
          Get a play wallet
        </DemoButton>
      )}
      {!config.value?.demo?.bettors.length && (
        <ExampleMarket task={task} isMain={user !== undefined} />
      )}
      {user && config.value?.sandbox && <Clock task={task} />}
      {user && (
        <DemoButton
          task={task}
          onClick={() => run('Asking the faucet …', () => getPlayMoney(tote.peek()))}
        >
          Get {PLAY_SOL} more SOL
        </DemoButton>
      )}
      {isPlaying && (
        <DemoButton task={task} onClick={() => run('Forgetting your wallet …', reset)}>
          Forget this wallet
        </DemoButton>
      )}
    </div>
  );
}

async function reset(): Promise<void> {
  await signOut();
  await forgetPlayWallet();
}

/** Only needed where no demo bettors open markets. */
function ExampleMarket({ task, isMain }: ButtonProps & { readonly isMain: boolean }) {
  const { path } = place.value;
  const { value, reload } = useResource(
    (signal) => tote.peek().listMarkets({ status: 'open', limit: 1 }, { signal }),
    [path],
  );
  if (value.value?.length !== 0) return null;
  const make = async () => {
    const { makeExampleMarket } = await import('./example-market.ts');
    const id = await makeExampleMarket();
    reload();
    navigate(`/m/${id}`);
  };
  return (
    <DemoButton task={task} isMain={isMain} onClick={() => task.run('Creating a market …', make)}>
      Create an example market
    </DemoButton>
  );
}

const HOUR = 3_600;
const CLOCK_TIMEOUT_MS = 300_000;

function Clock({ task }: ButtonProps) {
  const marketId = /^\/m\/(\w+)$/.exec(place.value.path)?.[1];
  const move = (findSeconds: () => Promise<number> | number) =>
    task.run('Moving the clock …', async () => {
      const advanceSeconds = await findSeconds();
      await signingTote().advanceClock({ advanceSeconds }, { timeoutMs: CLOCK_TIMEOUT_MS });
      await askService();
    });
  const untilDecided = async () => {
    const { deadlines } = await tote.peek().getMarket({ marketId: marketId as string });
    await askService();
    return Math.max(1, Math.ceil((Date.parse(deadlines.resolvesBy) - now.peek()) / 1_000) + 1);
  };
  return (
    <fieldset class="demo-bar-clock">
      <legend class="visually-hidden">Chain clock</legend>
      {marketId && (
        <DemoButton task={task} onClick={() => move(untilDecided)}>
          Skip to the end
        </DemoButton>
      )}
      <DemoButton task={task} onClick={() => move(() => HOUR)}>
        +1 hour
      </DemoButton>
      <DemoButton task={task} onClick={() => move(() => 24 * HOUR)}>
        +1 day
      </DemoButton>
    </fieldset>
  );
}

interface DemoButtonProps extends ButtonProps {
  readonly children: ComponentChildren;
  readonly isMain?: boolean;
  onClick(): void;
}

function DemoButton({ task, isMain = false, onClick, children }: DemoButtonProps) {
  return (
    <Button
      class={isMain ? 'button button-main' : 'button'}
      disabled={task.doing.value !== undefined}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
