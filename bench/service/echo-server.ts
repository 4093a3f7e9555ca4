// Fastify alone: it checks a body like that of a bet and answers with the bytes of the service.
import Fastify from 'fastify';

const answer: unknown = JSON.parse(process.env.BENCH_ANSWER ?? '{}');
const body = {
  type: 'object',
  required: ['outcome', 'amount'],
  properties: { outcome: { type: 'string' }, amount: { type: 'number' } },
};

const app = Fastify();
app.post('/echo', { schema: { body } }, async () => answer);
app.get('/echo', async () => answer);
console.log(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
