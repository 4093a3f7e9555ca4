// The service as `npm start` runs it, on free ports and without the markets of the demo.

import { startService } from '../../service/src/service.ts';
import { readSettings } from '../../service/src/settings/read-settings.ts';

const env = { ...process.env, TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_DEMO: '0' };
const service = await startService(readSettings(env, process.cwd()));
process.on('SIGTERM', async () => {
  await service.close();
  process.exit();
});
console.log(`ready ${service.baseUrl}`);
