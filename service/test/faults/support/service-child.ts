// The service in a process of its own. It loads its modules, waits for its settings, and dies at a
// crash point only once it is told to: so one process can finish what the last one left, and then
// die itself.
import { readConfig } from '../../../src/config/config.ts';
import { startService } from '../../../src/service.ts';
import type { FromChild, ToChild } from './service-process.ts';

const kill = process.kill.bind(process);
let isArmed = false;
process.kill = (pid, signal) => (isArmed || pid !== process.pid ? kill(pid, signal) : true);

const tell = (message: FromChild) => process.send?.(message);

process.on('message', async (message: ToChild) => {
  if (message.kind === 'arm') {
    isArmed = true;
    tell({ kind: 'armed' });
    return;
  }
  skewClock(message.skewMs);
  try {
    const service = await startService(readConfig(message.env, process.cwd()));
    process.on('SIGTERM', async () => {
      await service.close();
      process.exit();
    });
    tell({ kind: 'ready', baseUrl: service.baseUrl });
  } catch (error) {
    tell({ kind: 'failed', text: String((error as Error).stack) });
  }
});
// Nothing outlives the test that started it, even if that ended while the modules were loaded.
const end = () => kill(process.pid, 'SIGKILL');
process.on('disconnect', end);
if (!process.connected) end();

function skewClock(ms: number): void {
  const now = Date.now.bind(Date);
  if (ms !== 0) Date.now = () => now() + ms;
}
