// The writer in a thread of its own: in the time of a flush to disk twenty requests are served.
import { Worker } from 'node:worker_threads';
import type { StatementResult } from './connection.ts';
import type { Statement, Writer } from './writer.ts';

export type WriterRequest =
  | { kind: 'execute' | 'commit'; statements: readonly Statement[] }
  | { kind: 'rollback' | 'close' };

export interface WriterReply {
  result?: StatementResult;
  error?: { message: string };
}

interface Waiting {
  resolve: (reply: WriterReply) => void;
  reject: (error: Error) => void;
}

const ENTRY = new URL('./thread-entry.mjs', import.meta.url);
const MODULE = new URL('./writer-thread.ts', import.meta.url);

export async function startThreadedWriter(file: string): Promise<Writer> {
  const worker = new Worker(ENTRY, { workerData: { module: MODULE.href, file } });
  // Replies come in the order of the requests; the first says that the thread is ready.
  const waiting: Waiting[] = [];
  let end: Error | undefined;
  const expectReply = () =>
    new Promise<WriterReply>((resolve, reject) => {
      if (end) reject(end);
      else waiting.push({ resolve, reject });
    });
  const endWith = (error: Error) => {
    end ??= error;
    for (const { reject } of waiting.splice(0)) reject(end);
  };
  worker.on('message', (reply: WriterReply) => {
    const { resolve, reject } = waiting.shift() as Waiting;
    if (reply.error) reject(Object.assign(new Error(), reply.error));
    else resolve(reply);
  });
  worker.on('error', endWith);
  worker.on('exit', () => endWith(new Error('the thread of the database has ended')));

  const ask = (request: WriterRequest) => {
    const reply = expectReply();
    worker.postMessage(request);
    return reply;
  };
  try {
    await expectReply();
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    execute: async (statements) => {
      const { result } = await ask({ kind: 'execute', statements });
      return result as StatementResult;
    },
    commit: async (statements) => void (await ask({ kind: 'commit', statements })),
    rollback: async () => void (await ask({ kind: 'rollback' })),
    close: async () => {
      await ask({ kind: 'close' });
      await worker.terminate();
    },
  };
}
