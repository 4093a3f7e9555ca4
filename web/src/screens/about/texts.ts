import { branding } from '../../navigation/env.ts';

export const WHAT_IF: readonly (readonly [question: string, answer: string])[] = [
  [
    'nobody can tell the answer?',
    'All stakes are refunded in full. Each market has a refund date; from then on anyone can ' +
      'trigger the refund, even without us.',
  ],
  [
    'everybody bets on the same side?',
    'If that side wins, there is nothing to share: you get your stake back. If it loses, ' +
      'nobody was right, and all stakes are refunded.',
  ],
  [
    'somebody bets a lot just before the close?',
    'The odds move, and your payout with them. You see it live. After betting closes nothing ' +
      'moves: the slot of each bet proves when it was placed.',
  ],
  [
    'data is missing when the market is decided?',
    'Missing data never means No. We wait and try again until the refund date. Then all ' +
      'stakes are refunded.',
  ],
  [
    'the oracle lies?',
    'Markets decided by an on-chain fact do not depend on it. In the others it could: ' +
      'you trust its key. Its evidence is published, and you can check it in your browser.',
  ],
  [
    'a market is marked as custom?',
    'Only its creator stands behind its rule, or one key can move what decides it. We cannot ' +
      'bet in it for you: your wallet must sign each bet. Read its warnings.',
  ],
  [
    'this service shuts down?',
    `Your money is on the chain, not with us. “Withdraw without ${branding.name}” works with ` +
      'any node of the chain: settle, refund, withdraw.',
  ],
  [
    'I allow one-click bets?',
    'Then we can bet for you up to the amount and until the date that you set, and do ' +
      'nothing else. We cannot withdraw. You can revoke it at any time.',
  ],
  [
    'my bet fails?',
    'Then no money has moved. A bet is either fully in the pool or not at all, and the page ' +
      'says which.',
  ],
  [
    'I bet on both sides?',
    'The losing side pays fees, so you are certain to lose a little. It does not help on the ' +
      'leaderboard: profit counts, not volume.',
  ],
];

export const STORED: readonly string[] = [
  'Your choice of light or dark.',
  'Until it expires or you sign out: the key of your sign-in, which all tabs share.',
  'While the tab is open: bets that are being placed, the market that you are writing, and the ' +
    'node that you chose.',
  'On a play-money chain: the play wallet. Its key cannot be exported, not even by this page.',
];
