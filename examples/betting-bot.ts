// Watches a market and bets when its odds leave a band: on Yes below it, on No above it.
//
//   TOTE_API_KEY=tote_… npx tsx examples/betting-bot.ts market_… [low] [high] [stake]
import { createTote, decimal, ToteError } from '@tote/sdk';

const [marketId = '', low = '0.4', high = '0.6', stake = '0.1'] = process.argv.slice(2);
const { TOTE_URL: url = 'http://localhost:3000', TOTE_API_KEY: apiKey } = process.env;
if (!marketId || !apiKey) throw new Error('Name a market, and set TOTE_API_KEY.');

/** A faulty bot must not bet forever. */
const BETS_MAX = 5;
const tote = createTote({ url, credential: { apiKey } });
let bets = 0;

async function betIfOutside(odds: number): Promise<void> {
  if ((odds >= Number(low) && odds <= Number(high)) || bets === BETS_MAX) return;
  const bet = {
    marketId,
    outcome: odds < Number(low) ? 'Yes' : 'No',
    amount: decimal(stake),
  } as const;
  const { payout, breakEven } = await tote.quote(bet);
  console.log(`Yes is at ${odds}: betting ${stake} on ${bet.outcome}.`);
  console.log(
    `It pays ${payout} at current odds and breaks even at a probability of ${breakEven}.`,
  );
  const { betId } = await tote.placeBet({ ...bet, wait: 'confirmed' });
  bets += 1;
  console.log(`Placed ${betId}.`);
}

async function watch(): Promise<void> {
  const { outcomes } = await tote.getMarket({ marketId });
  const yes = outcomes.find(({ name }) => name === 'Yes');
  if (yes?.odds !== undefined) await betIfOutside(yes.odds);
  for await (const event of tote.feed({ marketId })) {
    if (event.type === 'odds.changed') await betIfOutside(event.data.odds.Yes);
    if (event.type === 'market.closed') return;
  }
}

try {
  await watch();
} catch (error) {
  if (!(error instanceof ToteError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
