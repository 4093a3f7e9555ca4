// The writer in its own thread. A flush to disk takes as long as serving twenty requests.
import { startWorker } from '@tote/chain/lib/start-worker';
import type { StatementResult } from './connection.ts';
import type { Statement, Writer } from './writer.ts';

export type WriterRequest =
  | { kind: 'execute' | 'commit'; statements: readonly Statement[] }
  | { kind: 'rollback' | 'close' };

export interface WriterReply {
  result?: StatementResult;
  error?: { message: string };
}

interface PendingReply {
  resolve: (reply: WriterReply) => void;
  reject: (error: Error) => void;
}

const MODULE = new URL('./writer-thread.ts', import.meta.url);

export async function startThreadedWriter(file: string): Promise<Writer> {
  const worker = startWorker(MODULE, { file });
  // Replies come in the order of the requests. The first one says that the thread is ready.
  const pending: PendingReply[] = [];
  let end: Error | undefined;
  const expectReply = () =>
    new Promise<WriterReply>((resolve, reject) => {
      if (end) reject(end);
      else pending.push({ resolve, reject });
    });
  const endWith = (error: Error) => {
    end ??= error;
    for (const { reject } of pending.splice(0)) reject(end);
  };
  worker.on('message', (reply: WriterReply) => {
    const { resolve, reject } = pending.shift() as PendingReply;
    if (reply.error) reject(Object.assign(new Error(), reply.error));
    else resolve(reply);
  });
  worker.on('error', endWith);
  worker.on('exit', () => endWith(new Error('the database thread has ended')));

  const send = (request: WriterRequest) => {
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
      const { result } = await send({ kind: 'execute', statements });
      return result as StatementResult;
    },
    commit: async (statements) => void (await send({ kind: 'commit', statements })),
    rollback: async () => void (await send({ kind: 'rollback' })),
    close: async () => {
      await send({ kind: 'close' });
      await worker.terminate();
    },
  };
}
