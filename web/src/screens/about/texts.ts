export const WHAT_IF: readonly (readonly [question: string, answer: string])[] = [
  [
    'nobody can tell the answer?',
    'Every stake goes back in full. Each market has a refund date; from then on anybody can ' +
      'start it, also without us.',
  ],
  [
    'everybody bets on the same side?',
    'If that side wins, there is nothing to share: you get your stake back. If it loses, ' +
      'nobody was right, and every stake goes back too.',
  ],
  [
    'somebody bets a lot just before the close?',
    'The odds move, and your payout with them. You see it live. After the close nothing ' +
      'moves any more: each bet has a slot of the chain that proves its time.',
  ],
  [
    'data is missing when it is decided?',
    'Missing data never means No. We wait and try again until the refund date. Then every ' +
      'stake goes back.',
  ],
  [
    'the oracle lies?',
    'Markets that are decided by a fact on chain do not ask it. For the others it could: ' +
      'you trust its key. Its evidence is published, and you can check it in your browser.',
  ],
  [
    'a market is marked as custom?',
    'Only its creator stands behind its rule, or one key can move what decides it. Nobody ' +
      'bets in it for you: you must sign yourself. Read its warnings.',
  ],
  [
    'this service goes away?',
    'Your money is on the chain, not with us. “Leave without us” works with any node of the ' +
      'chain: settle, refund, withdraw.',
  ],
  [
    'I allow one-click bets?',
    'Then we can bet for you up to the amount and until the date that you set, and do ' +
      'nothing else. We cannot withdraw. You can revoke it at any time.',
  ],
  [
    'my bet fails?',
    'Then no money has moved. A bet is either whole in the pool or not at all, and the page ' +
      'says which.',
  ],
  [
    'I bet on both sides?',
    'The side that loses pays fees, so you lose a little for certain. On the leaderboard it ' +
      'gains nothing: profit counts, not volume.',
  ],
];

export const STORED: readonly string[] = [
  'Light or dark, until you clear it.',
  'While the tab is open: the key that your wallet signed in for, bets that are being ' +
    'placed, and the node that you chose.',
  'On a chain for playing: the play wallet. Its key cannot be read out, not even by this page.',
];
