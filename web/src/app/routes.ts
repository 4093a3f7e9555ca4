// Maps paths to screens. Each screen is loaded when it is first needed.
import type { ComponentType } from 'preact';
import { branding } from '../navigation/env.ts';

interface ScreenProps {
  readonly id: string;
}

export type Screen = ComponentType<ScreenProps>;

interface Route {
  readonly pattern: RegExp;
  /** The tab's title. A screen may replace it with a more specific one. */
  readonly title?: string;
  load(): Promise<Screen>;
}

const route = (pattern: RegExp, load: () => Promise<Screen>, title?: string): Route => ({
  ...{ pattern, title, load },
});

/** Also loaded early, because it is needed when the service is gone. */
export const loadExit = (): Promise<Screen> =>
  import('../screens/exit.tsx').then((module) => module.ExitScreen);

const ROUTES: readonly Route[] = [
  route(/^\/$/, () => import('../screens/markets/markets.tsx').then((module) => module.Markets)),
  route(/^\/m\/([^/]+)$/, () =>
    import('../screens/market/market.tsx').then((module) => module.MarketScreen),
  ),
  route(
    /^\/new$/,
    () => import('../screens/create/create.tsx').then((module) => module.Create),
    'Create a market',
  ),
  route(
    /^\/me$/,
    () => import('../screens/portfolio/portfolio.tsx').then((module) => module.Portfolio),
    'Portfolio',
  ),
  route(
    /^\/top$/,
    () => import('../screens/leaderboard/leaderboard.tsx').then((module) => module.Leaderboard),
    'Leaderboard',
  ),
  route(
    /^\/w\/([^/]+)$/,
    () => import('../screens/wallet/wallet-page.tsx').then((module) => module.WalletPage),
    'Wallet',
  ),
  route(
    /^\/reserves$/,
    () => import('../screens/reserves/reserves.tsx').then((module) => module.ReservesPage),
    'Reserves',
  ),
  route(
    /^\/about$/,
    () => import('../screens/about/about.tsx').then((module) => module.About),
    'How it works',
  ),
  route(
    /^\/hidden$/,
    () => import('../screens/hidden/hidden.tsx').then((module) => module.Hidden),
    'Hidden markets',
  ),
  route(/^\/exit$/, loadExit, `Withdraw without ${branding.name}`),
];

export function findRoute(
  path: string,
): { readonly route: Route; readonly id: string } | undefined {
  for (const candidate of ROUTES) {
    const match = candidate.pattern.exec(path);
    if (match) return { route: candidate, id: match[1] ?? '' };
  }
  return undefined;
}
