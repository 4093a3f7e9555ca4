// Fastify alone with the same bytes.
import { answer, app, body, listen } from './bare-server.ts';

app.post('/echo', { schema: { body } }, async () => answer);
app.get('/echo', async () => answer);
await listen();
