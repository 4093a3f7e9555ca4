// The service as `npm start` runs it, on free ports.

import { startService } from '../../service/src/service.ts';
import { readConfig } from '../../service/src/settings/config.ts';

const env = { ...process.env, TOTE_PORT: '0', TOTE_RPC_PORT: '0' };
// The page is served only where it is measured.
const pageDir = process.env.BENCH_PAGE_DIR;
const service = await startService(readConfig(env, process.cwd()), { pageDir });
process.on('SIGTERM', async () => {
  await service.close();
  process.exit();
});
console.log(`ready ${service.baseUrl}`);
