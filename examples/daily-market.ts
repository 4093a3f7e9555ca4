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

// By the clock of the chain, which decides when a market expires.
const { now } = await tote.getConfig();
const midnight = new Date((Math.floor(Date.parse(now) / DAY_MS) + 1) * DAY_MS).toISOString();
const market = { question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt: midnight } as const;

const preview = await tote.previewMarket(market);
console.log(preview.details);
for (const warning of preview.warnings) console.log(`Warning: ${warning}`);
if (preview.decidedBy === 'attestation') {
  console.error('The service could not measure this, so somebody would have to say how it ended.');
  process.exit(1);
}

// The same key gives the same market, whether the first answer arrived or not.
const idempotencyKey = `daily-market-${midnight}`;
const { id } = await tote.createMarket(market, { idempotencyKey });
console.log(`Open until ${midnight}: ${id}`);
