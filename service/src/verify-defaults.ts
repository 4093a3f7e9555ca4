// Default URLs of `tote verify`: the service of this data folder.
import { join } from 'node:path';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import type { VerifyDefaults } from '@tote/verify/verify-command';
import type { Config } from './config/config.ts';
import { readDemo } from './genesis/demo-file.ts';

export function verifyDefaults(config: Config): VerifyDefaults {
  const { host, port, rpcHost, rpcPort, origin, rpcUrl, programAddress, dataDir } = config;
  const demo = readDemo(join(dataDir, 'demo.json'));
  return {
    programAddress: programAddress ?? TOTE_PROGRAM_ADDRESS,
    baseUrl: demo?.baseUrl ?? `${origin ?? `http://${host}:${port}`}/v1`,
    rpcUrl: rpcUrl ?? demo?.rpcUrl ?? `http://${rpcHost}:${rpcPort}`,
  };
}
