// Tells you when a market has paid you. It receives a webhook, so it needs no open connection, and
// events are delivered later if it was stopped.
//
//   TOTE_API_KEY=tote_… npx tsx examples/payout-notifier.ts https://example.com/hook [port]
//
// The address must lead to this program. On your own machine, run the service with
// TOTE_WEBHOOK_NETWORKS=127.0.0.0/8 and use http://127.0.0.1:8080/hook.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createTote, readEvent } from '@tote/sdk';

const [address = '', port = '8080'] = process.argv.slice(2);
const { TOTE_URL: url = 'http://localhost:3000', TOTE_API_KEY: apiKey } = process.env;
if (!address || !apiKey) throw new Error('Name the address of this program, and set TOTE_API_KEY.');

const tote = createTote({ url, credential: { apiKey } });
const seen = new Set<string>();
let key = Buffer.alloc(0);

/** Checks the Standard Webhooks signature. Without it anybody could tell you that you won. */
function isGenuine(headers: IncomingHttpHeaders, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given = '' } = headers;
  if (Math.abs(Date.now() / 1_000 - Number(at)) > 300) return false;
  const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest();
  return String(given)
    .split(' ')
    .map((each) => Buffer.from(each.replace(/^v1,/, ''), 'base64'))
    .some((each) => each.length === expected.length && timingSafeEqual(each, expected));
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  // An event can arrive twice, with the same id.
  const id = String(request.headers['webhook-id']);
  if (!seen.has(id)) notify(body);
  seen.add(id);
  return response.writeHead(204).end();
});

function notify(body: string): void {
  // Not JSON.parse, because amounts have more digits than a number can hold.
  const event = readEvent(body);
  if (event.type !== 'position.settled') return;
  const { state, payout, currency } = event.data;
  console.log(`${event.marketId}: you ${state}, ${payout} ${currency}`);
}

server.listen(Number(port), '127.0.0.1', async () => {
  const webhook = { url: address, types: ['position.settled'], ownWallet: true } as const;
  const { id, secret } = await tote.createWebhook(webhook);
  key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  console.log(`Waiting for payouts as ${id}.`);
  process.once('SIGINT', async () => {
    await tote.deleteWebhook({ webhookId: id });
    process.exit();
  });
});
