// The service as `npm start` runs it: one process with its embedded chain and SQLite.
import { openEnvironment } from '../../../service/test/faults/support/environment.ts';
import { BusyDisk } from './busy-disk.ts';
import { clockStep, processFaults } from './common-faults.ts';
import { Replica } from './replica.ts';
import type { Setup } from './setup.ts';

/** The embedded chain's time stands still until the machine's is past it again. */
const CLOCK_SECONDS = 32;

export async function openDefaultSetup(output: number): Promise<Setup> {
  const environment = await openEnvironment('an embedded chain');
  const { TOTE_SLOT_MS: _, TOTE_SANDBOX: __, ...env } = environment.env;
  const replica = await Replica.start({ env: { ...env, TOTE_LOG_LEVEL: 'warn' }, output });
  const replicas = [replica];
  return {
    replicas,
    faults: {
      ...processFaults(replicas),
      'clock step': clockStep(replicas, CLOCK_SECONDS),
      'busy disk': async () => {
        const disk = new BusyDisk(env.TOTE_DATA_DIR as string);
        return () => disk.end();
      },
    },
    openWallet: () => environment.openWallet(replica.api),
    findRpcUrl: () => environment.findRpcUrl(),
    async close() {
      await replica.close();
      await environment[Symbol.asyncDispose]();
    },
  };
}
