import { CARD_HEIGHT, CARD_WIDTH, escapeMarkup, type Headline, plainText } from './headline.ts';

export interface Head {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly card?: { readonly url: string; readonly alt: string; readonly oembed: string };
  readonly isPrivate?: boolean;
}

const ABOUT =
  'Yes/no prediction markets on Solana. Stakes go into a pool, and the winners share it. Payouts ' +
  'are automatic.';

const PAGES: Readonly<Record<string, readonly [title: string, description: string]>> = {
  '/': ['Tote: prediction markets on Solana', ABOUT],
  '/new': ['Create a market · Tote', 'Ask a question, and see at once how it will be decided.'],
  '/me': ['Portfolio · Tote', 'Your balances, positions and results.'],
  '/top': ['Leaderboard · Tote', 'The wallets with the highest profits after fees.'],
  '/reserves': ['Reserves · Tote', 'What the chain holds and what it owes, at this moment.'],
  '/about': ['How it works · Tote', 'How pools pay, what it costs, and what can go wrong.'],
  '/exit': ['Withdraw without Tote · Tote', 'Take your money out with nothing but a Solana node.'],
  '/w/:id': ['A wallet · Tote', 'The positions of a wallet, and what they came to.'],
};

export function headOfPage(path: string, url: string): Head {
  const [title, description] = PAGES[path] ?? ['Tote', ABOUT];
  return { title, description, url, ...(path === '/me' && { isPrivate: true }) };
}

/** For what does not exist or could not be read. */
export const headWithout = (what: 'A market' | 'Not found', url: string): Head => ({
  ...{ title: `${what} · Tote`, description: ABOUT, url, isPrivate: true },
});

export function headOfMarket(headline: Headline, origin: string, id: string): Head {
  const { question, state, cardPath } = headline;
  const url = `${origin}/m/${id}`;
  const description = describeOdds(headline);
  return {
    title: `${plainText(question, 120)} · Tote`,
    description: `${description} ${state}.`,
    url,
    card: {
      url: `${origin}${cardPath}`,
      alt: `${question} ${description}`,
      oembed: `${origin}/oembed?format=json&url=${encodeURIComponent(url)}`,
    },
  };
}

export const describeOdds = ({ yesPercent, noPercent, pool }: Headline): string =>
  `Yes ${yesPercent}%, No ${noPercent}%. Pool ${pool}.`;

export function renderHead({ title, description, url, card, isPrivate }: Head): string {
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
    ...[property('og:type', 'website'), property('og:site_name', 'Tote')],
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
