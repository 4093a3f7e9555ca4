// The service in its own process. It loads its modules, waits for its settings, and is only killed
// at a crash point after it was armed. So one process can finish the work of the last one and then
// be killed itself.

import { startService } from '../../../src/service.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import type { CrashPoint } from '../../../src/telemetry/crash-points.ts';
import type { FromChild, ToChild } from './service-process.ts';

const kill = process.kill.bind(process);
let isArmed = false;
process.kill = (pid, signal) => (isArmed || pid !== process.pid ? kill(pid, signal) : true);

/** Defined in movable-clock.mjs. */
declare function setMachineClock(skewMs: number): void;

const send = (message: FromChild) => process.send?.(message);

process.on('message', async (message: ToChild) => {
  if (message.kind === 'clock') {
    setMachineClock(message.skewMs);
    return;
  }
  if (message.kind === 'arm') {
    isArmed = true;
    send({ kind: 'armed' });
    return;
  }
  try {
    const { TOTE_CRASH_AT: crashAt, ...env } = message.env;
    const internals = { crashAt: crashAt as CrashPoint | undefined };
    const service = await startService(readSettings(env, process.cwd()), internals);
    process.on('SIGTERM', async () => {
      await service.close();
      process.exit();
    });
    send({ kind: 'ready', baseUrl: service.baseUrl });
  } catch (error) {
    send({ kind: 'failed', text: String((error as Error).stack) });
  }
});
// It ends with the test that started it, even if that ended while the modules were loaded.
const end = () => kill(process.pid, 'SIGKILL');
process.on('disconnect', end);
if (!process.connected) end();
