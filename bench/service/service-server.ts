// The service as `npm start` runs it, on free ports.

import { startService } from '../../service/src/service.ts';
import { readConfig } from '../../service/src/settings/config.ts';

const env = { ...process.env, TOTE_PORT: '0', TOTE_RPC_PORT: '0' };
const service = await startService(readConfig(env, process.cwd()));
process.on('SIGTERM', async () => {
  await service.close();
  process.exit();
});
console.log(`ready ${service.baseUrl}`);
