import { connect } from 'node:net';

export function sendRaw(
  port: number,
  chunks: string | Buffer | readonly (string | Buffer)[],
  { endAfterMs = 20_000 }: { endAfterMs?: number } = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', () => {});
    const timer = setTimeout(() => socket.destroy(), endAfterMs);
    const startedAt = performance.now();
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(readAnswer(text, performance.now() - startedAt));
    });
    for (const chunk of [chunks].flat()) socket.write(chunk);
  });
}

export interface RawAnswer {
  readonly text: string;
  readonly status: number;
  readonly head: string;
  readonly body: string;
  readonly ms: number;
}

function readAnswer(text: string, ms: number): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  return { text, status, head: head.toLowerCase(), body: rest.join('\r\n\r\n'), ms };
}
