// What the bare servers have in common: a body that is checked, and an answer of the same size as
// ours.
import Fastify from 'fastify';

export const answer: unknown = JSON.parse(process.env.BENCH_ANSWER ?? '{}');
export const app = Fastify();
export const body = {
  type: 'object',
  required: ['outcome', 'amount'],
  properties: { outcome: { type: 'string' }, amount: { type: 'number' } },
};

export async function listen(): Promise<void> {
  console.log(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
}
