import { useSignal, useSignalEffect } from '@preact/signals';
import { Notice } from '../components/notice.tsx';
import { href, place } from '../navigation/router.ts';
import { ConnectDialog } from '../wallet/connect-dialog.tsx';
import { WalletNotices } from '../wallet/wallet-notices.tsx';
import { DemoSlot } from './demo-slot.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { findRoute, type Screen } from './routes.ts';

/** The frame of the page, and the screen of its address. */
export function App() {
  const shown = useSignal<{ readonly screen: Screen; readonly id: string } | 'none' | 'failed'>(
    'none',
  );
  const isMissing = useSignal(false);
  useSignalEffect(() => {
    const { path } = place.value;
    const found = findRoute(path);
    isMissing.value = found === undefined;
    found?.route.load().then(
      (screen) => {
        if (place.peek().path === path) shown.value = { screen, id: found.id };
      },
      () => {
        shown.value = 'failed';
      },
    );
  });
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <WalletNotices />
      <main id="main" tabIndex={-1}>
        {isMissing.value ? <NotFound /> : <Shown shown={shown.value} />}
      </main>
      <Footer />
      <DemoSlot />
      <ConnectDialog />
    </>
  );
}

function Shown({ shown }: { shown: { screen: Screen; id: string } | 'none' | 'failed' }) {
  if (shown === 'none') return <p class="loading">Loading …</p>;
  if (shown === 'failed') {
    return (
      <Notice kind="error">
        <p>A part of the page could not be loaded. It may have been replaced by a newer one.</p>
        <button type="button" class="button" onClick={() => location.reload()}>
          Load the page again
        </button>
      </Notice>
    );
  }
  return <shown.screen id={shown.id} />;
}

function NotFound() {
  return (
    <section class="narrow">
      <h1>There is nothing here</h1>
      <p>
        The address has no page. <a href={href('/')}>See all markets</a>.
      </p>
    </section>
  );
}
