// Takes webhooks and answers 200, with as little work as possible: it shares the processors with
// the service. Its one page says how many it took.
import { type AddressInfo, createServer } from 'node:net';

const TAKEN = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
let taken = 0;

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  // A connection has one request at a time; an event is smaller than a packet.
  socket.on('data', (data) => {
    if (data.indexOf('POST ') === 0) {
      taken += 1;
      socket.write(TAKEN);
    } else if (data.indexOf('GET ') === 0) {
      const text = String(taken);
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit());
