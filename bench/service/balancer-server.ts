// A balancer: each connection goes to the next of the servers in BENCH_PORTS, in turn.
import { type AddressInfo, connect, createServer } from 'node:net';

const ports = (process.env.BENCH_PORTS ?? '').split(',').map(Number);
let next = 0;

const server = createServer({ noDelay: true }, (client) => {
  const port = ports[next++ % ports.length] as number;
  const upstream = connect({ port, host: '127.0.0.1', noDelay: true });
  client.pipe(upstream).pipe(client);
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit());
