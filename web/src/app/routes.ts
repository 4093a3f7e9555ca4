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
  readonly title: string | undefined;
  load(): Promise<Screen>;
}

function route<Name extends string>(
  path: string,
  load: () => Promise<Readonly<Record<NoInfer<Name>, Screen>>>,
  name: Name,
  title?: string,
): Route {
  const pattern = new RegExp(`^${path.replace(':id', '([^/]+)')}$`);
  return { pattern, title, load: async () => (await load())[name] };
}

/** Also loaded early, because it is needed when the service is gone. */
export const loadExit = () => import('../screens/exit.tsx');

const ROUTES: readonly Route[] = [
  route('/', () => import('../screens/markets/markets.tsx'), 'Markets'),
  route('/m/:id', () => import('../screens/market/market.tsx'), 'MarketScreen'),
  route('/new', () => import('../screens/create/create.tsx'), 'Create', 'Create a market'),
  route('/me', () => import('../screens/portfolio/portfolio.tsx'), 'Portfolio', 'Portfolio'),
  route('/top', () => import('../screens/leaderboard/leaderboard.tsx'), 'Leaders', 'Leaderboard'),
  route('/w/:id', () => import('../screens/wallet/wallet-page.tsx'), 'WalletPage', 'Wallet'),
  route('/reserves', () => import('../screens/reserves/reserves.tsx'), 'Reserves', 'Reserves'),
  route('/about', () => import('../screens/about/about.tsx'), 'About', 'How it works'),
  route('/hidden', () => import('../screens/hidden/hidden.tsx'), 'Hidden', 'Hidden markets'),
  route('/series', () => import('../screens/series/series-list.tsx'), 'SeriesList', 'Series'),
  route('/series/:id', () => import('../screens/series/series.tsx'), 'SeriesScreen', 'Series'),
  route('/docs', () => import('../screens/docs/docs.tsx'), 'Docs', 'API'),
  route('/exit', loadExit, 'ExitScreen', `Withdraw without ${branding.name}`),
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
