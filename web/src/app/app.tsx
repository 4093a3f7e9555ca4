import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../components/forms.tsx';
import { NotLoaded } from '../components/lazy.tsx';
import { Notice } from '../components/notice.tsx';
import { OldFigures } from '../components/old-figures.tsx';
import { isAway, retryNow } from '../data/clock.ts';
import { oldSince } from '../data/feed.ts';
import { config } from '../data/tote.ts';
import { branding } from '../navigation/env.ts';
import { href, place } from '../navigation/router.ts';
import { ConnectDialog } from '../wallet/connect-dialog.tsx';
import { WalletNotices } from '../wallet/wallet-notices.tsx';
import { Header } from './header.tsx';
import { findRoute, loadExit, type Screen } from './routes.ts';
import { ThemeSwitch } from './theme.tsx';

export function App() {
  const shown = useSignal<{ readonly screen: Screen; readonly id: string } | 'none' | 'failed'>(
    'none',
  );
  const isMissing = useSignal(false);
  const isFirst = useRef(true);
  useSignalEffect(() => {
    const { path } = place.value;
    const found = findRoute(path);
    isMissing.value = found === undefined;
    const title = found ? found.route.title : 'Not found';
    if (title) document.title = `${title} · ${branding.name}`;
    // On the first screen the service has already written the title into the head.
    else if (!isFirst.current) document.title = branding.name;
    isFirst.current = false;
    found?.route.load().then(
      (screen) => {
        if (place.peek().path === path) shown.value = { screen, id: found.id };
      },
      () => {
        if (place.peek().path === path) shown.value = 'failed';
      },
    );
  });
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <Away />
      <WalletNotices />
      <main id="main" tabIndex={-1} class={oldSince.value === undefined ? undefined : 'old'}>
        <OldFigures />
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
    return <NotLoaded />;
  }
  return <shown.screen id={shown.id} />;
}

function NotFound() {
  return (
    <section class="narrow">
      <h1>Page not found</h1>
      <p>
        No page has this address. <a href={href('/')}>See all markets</a>.
      </p>
    </section>
  );
}

function DemoSlot() {
  const bar = useSignal<{ readonly DemoBar: ComponentType } | undefined>(undefined);
  useSignalEffect(() => {
    if (config.value?.cluster !== 'embedded' || bar.peek()) return;
    import('./demo-bar.tsx').then((module) => {
      bar.value = module;
    });
  });
  return bar.value ? <bar.value.DemoBar /> : null;
}

function Footer() {
  return (
    <footer class="footer">
      <nav aria-label="More">
        <a href={href('/about')}>How it works</a>
        <a href={href('/series')}>Series</a>
        <a href={href('/reserves')}>Reserves</a>
        <a href={href('/exit')}>Withdraw without {branding.name}</a>
        <a href={href('/docs')}>API</a>
        {branding.termsUrl && <a href={branding.termsUrl}>Terms</a>}
        {branding.supportUrl && <a href={branding.supportUrl}>Support</a>}
      </nav>
      <ThemeSwitch />
      {config.value?.demo && <p class="quiet">{config.value.demo.notice}</p>}
    </footer>
  );
}

const LATER_MS = 5_000;

function Away() {
  useEffect(() => {
    // Loaded now, because later no server may be up to load it from.
    const timer = setTimeout(() => loadExit().catch(() => {}), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="away" role="status">
      {isAway.value && (
        <Notice kind="warning">
          <p>
            The service is not responding.{' '}
            {place.value.path === '/exit' ? 'This is the chain.' : 'Your money is on the chain.'}
          </p>
          <Button onClick={retryNow}>Retry now</Button>{' '}
          {place.value.path !== '/exit' && (
            <a class="button" href={href('/exit')}>
              Continue without the service
            </a>
          )}
        </Notice>
      )}
    </div>
  );
}
