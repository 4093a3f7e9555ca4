import { parentPort, workerData } from 'node:worker_threads';
import { openForWriting } from './connection.ts';
import { SqliteWriter, type WriterReply, type WriterRequest } from './writer.ts';

const port = parentPort;
if (!port) throw new Error('this module runs in a thread');
const reply = (message: WriterReply) => port.postMessage(message);

function perform(writer: SqliteWriter, request: WriterRequest): WriterReply {
  if (request.kind === 'execute') return { result: writer.execute(request.statements) };
  if (request.kind === 'commit') writer.commit(request.statements);
  else writer[request.kind]();
  return {};
}

try {
  const writer = new SqliteWriter(openForWriting((workerData as { file: string }).file));
  port.on('message', (request: WriterRequest) => {
    try {
      reply(perform(writer, request));
    } catch (error) {
      reply({ error: { ...(error as Error), message: (error as Error).message } });
    }
    if (request.kind === 'close') port.close();
  });
  reply({});
} catch (error) {
  reply({ error: { message: (error as Error).message } });
}
