// What Fastify alone does with the same bytes: reads a body, checks it, writes an answer of the
// same size as ours.
import Fastify from 'fastify';

const answer: unknown = JSON.parse(process.env.BENCH_ANSWER ?? '{}');
const app = Fastify();
const body = {
  type: 'object',
  required: ['outcome', 'amount'],
  properties: { outcome: { type: 'string' }, amount: { type: 'number' } },
};
app.post('/echo', { schema: { body } }, async () => answer);
app.get('/echo', async () => answer);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`ready ${url}`);
