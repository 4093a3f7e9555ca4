// Opens today's market of a community. Run it as often as you like, for instance every hour: it
// opens one market a day.
//
//   TOTE_API_KEY=tote_… npx tsx examples/daily-market.ts 'Will SOL be above $200 at expiry?'
import { createTote } from '@tote/sdk';

const [question = 'Will SOL be above $200 at expiry?'] = process.argv.slice(2);
const { TOTE_URL: url = 'http://localhost:3000', TOTE_API_KEY: apiKey } = process.env;
if (!apiKey) throw new Error('Set TOTE_API_KEY.');

const DAY_MS = 86_400_000;
const tote = createTote({ url, credential: { apiKey } });

// By the chain's clock, which decides when a market expires.
const { now } = await tote.getConfig();
const midnight = new Date((Math.floor(Date.parse(now) / DAY_MS) + 1) * DAY_MS).toISOString();
const market = { question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt: midnight } as const;

const preview = await tote.previewMarket(market);
console.log(preview.details);
for (const warning of preview.warnings) console.log(`Warning: ${warning}`);
if (preview.decidedBy === 'attestation') {
  console.error('The service cannot measure this, so an oracle would have to attest the outcome.');
  process.exit(1);
}

// The same key gives the same market, even if the first answer was lost.
const idempotencyKey = `daily-market-${midnight}`;
const { id } = await tote.createMarket(market, { idempotencyKey });
console.log(`Open until ${midnight}: ${id}`);
