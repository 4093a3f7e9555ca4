// Shared by the reference servers: a validated request body, and a response of the same size as the
// service's.
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
