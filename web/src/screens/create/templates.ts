// Examples of every kind of question. On the embedded chain they are about its tokens, elsewhere
// about a token whose address the visitor adds.
import type { Config } from '@tote/sdk';
import type { Draft } from './draft.ts';

type Filled = Pick<Draft, 'question' | 'tokenAddress' | 'sources' | 'comparator' | 'value'>;

export interface Template {
  readonly name: string;
  readonly fields: Filled;
  /** Whether the visitor must add the address of a token. */
  readonly needsToken: boolean;
}

const NO_FIELDS: Filled = {
  ...{ question: '', tokenAddress: '', sources: '', comparator: 'gte', value: '' },
};

type Subject = { readonly symbol: string; readonly mint: string };

const UNNAMED: Subject = { symbol: 'this token', mint: '' };

export function listTemplates({ demo, webSources }: Config): Template[] {
  const tokens = demo?.tokens ?? [];
  const grown: Subject = tokens.find(({ symbol }) => symbol === 'OAK') ?? UNNAMED;
  const byAge = [...tokens].sort((a, b) => (a.curveCompletesAt < b.curveCompletesAt ? 1 : -1));
  const young: Subject = byAge[0] ?? UNNAMED;
  const other = young.mint || '<address of the other token>';
  return [
    ask('Price at the end', 'Will SOL be above $200 at expiry?'),
    ask('Price at any time', 'Will BTC reach $150,000 at any time before expiry?'),
    ask('Stays above', 'Will SOL stay above $50 until expiry?'),
    about('Market cap', grown, (name) => `Will ${name} reach a market cap of $1M?`),
    about('Liquidity', grown, (name) => `Will the pool of ${name} have at least 50 SOL at expiry?`),
    about('Holders', grown, (name) => `Will ${name} have more than 500 holders at expiry?`),
    about('Creator sells', grown, (name) => `Will the creator of ${name} sell?`),
    about(
      'Largest holders',
      grown,
      (name) => `Will the top 10 holders of ${name} own more than 50% at expiry?`,
    ),
    about('Supply', grown, (name) => `Will the supply of ${name} be below 1 billion at expiry?`),
    about('Bonding curve', young, (name) => `Will ${name} complete its bonding curve?`),
    about('Migration', young, (name) => `Will ${name} migrate?`),
    about('Authority', young, (name) => `Will the freeze authority of ${name} be revoked?`),
    ask(
      'Launchpad',
      `Will 3 tokens migrate from ${demo ? 'the demo launchpad' : 'pump.fun'} before expiry?`,
    ),
    ask('Two prices', "Will ETH's price be above BTC's at expiry?"),
    about(
      'Two tokens',
      grown,
      (name) => `Will ${name}'s market cap be above ${other}'s at expiry?`,
    ),
    ...(demo ? [ofWeb(demo.webSources)] : webSources.length > 0 ? [ofWeb([])] : []),
    ask('An event', 'Will the new metro line in Lisbon open?'),
  ];
}

const ask = (name: string, question: string): Template => ({
  name,
  fields: { ...NO_FIELDS, question },
  needsToken: false,
});

const about = (
  name: string,
  { symbol, mint }: Subject,
  write: (name: string) => string,
): Template => ({
  name,
  fields: { ...NO_FIELDS, question: write(symbol), tokenAddress: mint },
  needsToken: mint === '',
});

type Source = { readonly url: string; readonly pointer: string };

const ofWeb = (sources: readonly Source[]): Template => ({
  name: 'Web value',
  fields: {
    ...NO_FIELDS,
    question: 'Do the rain gauges of Lisbon show 4 mm or more?',
    sources:
      sources.map(({ url, pointer }) => `${url} ${pointer}`).join('\n') ||
      'https://<host>/<path> /<pointer>',
    value: '4',
  },
  needsToken: false,
});
