// What Fastify alone does with the same bytes: reads a body, checks it, writes an answer of the
// same size as ours.
import Fastify from 'fastify';

const answer = process.env.BENCH_ANSWER ?? '{}';
const app = Fastify();
const body = {
  type: 'object',
  required: ['outcome', 'amount'],
  properties: { outcome: { type: 'string' }, amount: { type: 'number' } },
};
app.post('/echo', { schema: { body } }, (_request, reply) => {
  reply.type('application/json; charset=utf-8').send(answer);
});
app.get('/echo', (_request, reply) => {
  reply.type('application/json; charset=utf-8').send(answer);
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`ready ${url}`);
