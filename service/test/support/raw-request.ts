import { connect } from 'node:net';

export async function sendRaw(
  port: number,
  bytes: string | Buffer,
  { endAfterMs = 20_000 }: { endAfterMs?: number } = {},
) {
  const text = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('error', () => {});
    const timer = setTimeout(() => socket.destroy(), endAfterMs);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
    socket.write(bytes);
  });
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  return { text, status, head: head.toLowerCase(), body: rest.join('\r\n\r\n') };
}
