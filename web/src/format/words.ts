// The page's words for terms of the API.
import { printable } from '@tote/domain';
import type { MarketSummary } from '@tote/sdk';

type DecidedBy = MarketSummary['decidedBy'];

export const DECIDED_BY: Record<DecidedBy, { sign: string; name: string; sentence: string }> = {
  fact: {
    sign: '◆',
    name: 'On-chain fact',
    sentence: 'The program reads an account on Solana itself. Nobody can override it.',
  },
  samples: {
    sign: '≈',
    name: 'Measured',
    sentence: 'The oracle samples on-chain data repeatedly. Anyone can recompute the result.',
  },
  web: {
    sign: '⌁',
    name: 'Web sources',
    sentence: 'The oracle reads web sources, and most of them must agree.',
  },
  attestation: {
    sign: '✎',
    name: 'Attested',
    sentence:
      'The oracle says what happened. There is no data to check: you trust whoever holds its key.',
  },
};

export const shortAddress = (address: string): string =>
  address.length > 12 ? `${address.slice(0, 4)}…${address.slice(-4)}` : address;

export const isAddress = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text);

/** User text without characters that change how other text is displayed. */
export const plainText = (text: string): string => printable(text, '');
