// Reads the event stream of a market as open pages do, many times. `POST /` with a URL and a count
// opens them; `GET /` says how many events they got, and when the last of them had the newest odds.
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Reader {
  events: number;
  /** The sequence of the newest odds, and when they came, by the clock of the machine. */
  sequence: number;
  at: number;
}

const readers: Reader[] = [];
const SEQUENCE = /"sequence":(\d+)/g;

function open(url: string): Promise<void> {
  const reader: Reader = { events: 0, sequence: 0, at: 0 };
  readers.push(reader);
  return new Promise((resolve, reject) => {
    get(url, { headers: { accept: 'text/event-stream' } }, (stream) => {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        for (const [, sequence] of text.matchAll(SEQUENCE)) {
          reader.events += 1;
          reader.sequence = Math.max(reader.sequence, Number(sequence));
          reader.at = Date.now();
        }
      });
      resolve();
    }).on('error', reject);
  });
}

const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    const { searchParams } = new URL(request.url ?? '', 'http://readers');
    const url = searchParams.get('url') ?? '';
    const count = Number(searchParams.get('count'));
    await Promise.all(Array.from({ length: count }, () => open(url)));
  }
  const events = readers.reduce((sum, reader) => sum + reader.events, 0);
  const sequence = Math.min(...readers.map((reader) => reader.sequence));
  const at = Math.max(...readers.map((reader) => reader.at));
  response.end(JSON.stringify({ events, sequence, at }));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit());
