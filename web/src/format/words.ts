// The words that the page has for what the API names.
import type { MarketSummary } from '@tote/sdk';

type DecidedBy = MarketSummary['decidedBy'];

/** What decides a market: a sign with words, and a sentence. */
export const DECIDED_BY: Record<DecidedBy, { sign: string; name: string; sentence: string }> = {
  fact: {
    sign: '◆',
    name: 'On-chain fact',
    sentence: 'The program reads an account on Solana itself. Nobody can decide otherwise.',
  },
  samples: {
    sign: '≈',
    name: 'Measured',
    sentence:
      'The oracle measures it from on-chain data again and again. Anybody can recompute it.',
  },
  web: {
    sign: '⌁',
    name: 'Web sources',
    sentence: 'The oracle reads web sources, of which most must agree.',
  },
  attestation: {
    sign: '✎',
    name: 'Attested',
    sentence: 'The oracle says what happened. No data decides it: you trust who holds its key.',
  },
};

/** For instance "7xKX…9fQp". */
export const shortAddress = (address: string): string =>
  address.length > 12 ? `${address.slice(0, 4)}…${address.slice(-4)}` : address;

/** Whether it looks like an address of Solana. */
export const isAddress = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text);

const FORMATTING = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** Text of other people, without characters that change how other text looks. */
export const plainText = (text: string): string => text.replace(FORMATTING, '');
