// Which path shows which screen. Each screen is loaded when it is first needed.
import type { ComponentType } from 'preact';

export interface ScreenProps {
  /** What the path has in place of its parameter. */
  readonly id: string;
}

export type Screen = ComponentType<ScreenProps>;

interface Route {
  readonly pattern: RegExp;
  load(): Promise<Screen>;
}

const route = (pattern: RegExp, load: () => Promise<Screen>): Route => ({ pattern, load });

const ROUTES: readonly Route[] = [
  route(/^\/$/, () => import('../screens/markets/markets.tsx').then((module) => module.Markets)),
  route(/^\/m\/([^/]+)$/, () =>
    import('../screens/market/market.tsx').then((module) => module.MarketScreen),
  ),
  route(/^\/new$/, () => import('../screens/create/create.tsx').then((module) => module.Create)),
  route(/^\/me$/, () =>
    import('../screens/portfolio/portfolio.tsx').then((module) => module.Portfolio),
  ),
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
