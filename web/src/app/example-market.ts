// A market to try everything with. A made-up price decides it, and a made-up bettor has staked on
// both sides, so there is something to win.
import { createTote, decimal, signerFromKeyPair } from '@tote/sdk';
import { now } from '../data/clock.ts';
import { tote } from '../data/tote.ts';
import { apiUrl } from '../navigation/env.ts';
import { allowPlayMoney, getPlayMoney } from '../wallet/play-key.ts';

const MINUTES = 10;
const STAKE = decimal('5');
const question = (price: string) => `Will SOL be above $${price} at expiry?`;

export async function makeExampleMarket(): Promise<string> {
  const expireAt = new Date(now.peek() + MINUTES * 60_000).toISOString();
  const market = { outcomes: ['Yes', 'No'], expireAt, currency: 'SOL' } as const;
  const { conditionProgress } = await tote
    .peek()
    .previewMarket({ ...market, question: question('200') });
  const price = conditionProgress?.currentCount.replace(/(\.\d\d)\d+$/, '$1') ?? '200';
  const bettor = await openBettor();
  const { id } = await bettor.createMarket({
    ...{ ...market, question: question(price) },
    initialStake: { outcome: 'Yes', amount: STAKE },
  });
  await bettor.placeBet({ marketId: id, outcome: 'No', amount: STAKE, wait: 'confirmed' });
  return id;
}

async function openBettor() {
  const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  const signer = await signerFromKeyPair(pair as CryptoKeyPair);
  const bettor = createTote({ url: apiUrl, credential: { signer } });
  await getPlayMoney(bettor);
  await allowPlayMoney(bettor);
  return bettor;
}
