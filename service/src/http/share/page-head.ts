import type { ServiceConfig } from '../../settings/service-config.ts';
import { CARD_HEIGHT, CARD_WIDTH, escapeMarkup, type Headline, plainText } from './headline.ts';

export interface Head {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly name: string;
  readonly card?: { readonly url: string; readonly alt: string; readonly oembed: string };
  readonly isPrivate?: boolean;
}

const ABOUT =
  'Yes/no prediction markets on Solana. Stakes go into a pool, and the winners share it. Payouts ' +
  'are automatic.';

const SERIES = 'Markets that are opened again and again: bet in the next round.';

const PAGES: Readonly<Record<string, readonly [title: string, description: string]>> = {
  '/new': ['Create a market', 'Ask a question, and see at once how it will be decided.'],
  '/me': ['Portfolio', 'Your balances, positions and results.'],
  '/top': ['Leaderboard', 'The wallets with the highest profits after fees.'],
  '/reserves': ['Reserves', 'What the chain holds and what it owes, at this moment.'],
  '/about': ['How it works', 'How pools pay, what it costs, and what can go wrong.'],
  '/exit': ['Withdraw without {name}', 'Take your money out with nothing but a Solana node.'],
  '/docs': ['API', 'Every endpoint, with a form to try it.'],
  '/hidden': ['Hidden markets', 'What the operator hid, and why. Money and outcomes are safe.'],
  '/series': ['Series', SERIES],
  '/series/:id': ['Series', SERIES],
  '/w/:id': ['A wallet', 'The positions of a wallet, and what they came to.'],
};

/** `name`: that of the site. */
export function headOfPage(path: string, url: string, name: string): Head {
  const [what, description = ABOUT] = PAGES[path] ?? [];
  const named = what?.replace('{name}', () => name);
  const title = named ? `${named} · ${name}` : `${name}: prediction markets on Solana`;
  return { title, description, url, name, ...(path === '/me' && { isPrivate: true }) };
}

/** For what does not exist or could not be read. */
export const headWithout = (what: 'A market' | 'Not found', url: string, name: string): Head => ({
  ...{ title: `${what} · ${name}`, description: ABOUT, url, name, isPrivate: true },
});

type Site = Pick<ServiceConfig, 'origin' | 'branding'>;

export function headOfMarket(headline: Headline, { origin, branding }: Site, id: string): Head {
  const { question, state, cardPath } = headline;
  const url = `${origin}/m/${id}`;
  const description = describeOdds(headline);
  return {
    title: `${plainText(question, 120)} · ${branding.name}`,
    description: `${description} ${state}.`,
    url,
    name: branding.name,
    card: {
      url: `${origin}${cardPath}`,
      alt: `${question} ${description}`,
      oembed: `${origin}/oembed?format=json&url=${encodeURIComponent(url)}`,
    },
  };
}

export const describeOdds = ({ yesPercent, noPercent, pool }: Headline): string =>
  `Yes ${yesPercent}%, No ${noPercent}%. Pool ${pool}.`;

export function renderHead({ title, description, url, name, card, isPrivate }: Head): string {
  const image = card && [
    ...[property('og:image', card.url), property('og:image:type', 'image/png')],
    property('og:image:width', String(CARD_WIDTH)),
    property('og:image:height', String(CARD_HEIGHT)),
    ...[property('og:image:alt', card.alt), named('twitter:image', card.url)],
    `<link rel="alternate" type="application/json+oembed" href="${escapeMarkup(card.oembed)}" ` +
      `title="${escapeMarkup(title)}" />`,
  ];
  return [
    `<title>${escapeMarkup(title)}</title>`,
    named('description', description),
    ...(isPrivate ? [named('robots', 'noindex')] : []),
    `<link rel="canonical" href="${escapeMarkup(url)}" />`,
    ...[property('og:type', 'website'), property('og:site_name', name)],
    ...[property('og:title', title), property('og:description', description)],
    property('og:url', url),
    named('twitter:card', card ? 'summary_large_image' : 'summary'),
    ...[named('twitter:title', title), named('twitter:description', description)],
    ...(image ?? []),
  ].join('\n    ');
}

const named = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeMarkup(content)}" />`;

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeMarkup(content)}" />`;
