// What a start opens first: the chain, whose threads take as long as loading the rest of the
// service. So this loads little, and may run while the rest is loaded.
import { ensurePrivateFolder } from '@tote/chain/lib/private-files';
import { openPlatform } from '../embedded/platform.ts';
import type { Settings } from '../settings/read-settings.ts';
import { BUILD } from '../telemetry/build.ts';
import { createLog, createRedact } from '../telemetry/log.ts';

export async function openFirst(settings: Settings) {
  const wallMs = () => Date.now();
  const log = createLog(settings.logLevel, createRedact(settings));
  log.info({ ...BUILD, node: process.version }, 'Tote starts');
  createDataFolder(settings);
  // Before the database: if the chain's data has another version, nothing in the folder is changed.
  return { wallMs, log, platform: await openPlatform(settings, wallMs, log) };
}

function createDataFolder({ dataDir }: Settings): void {
  try {
    ensurePrivateFolder(dataDir);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`TOTE_DATA_DIR: the folder ${dataDir} cannot be used: ${message}`);
  }
}
