// `tote start` on the cluster, as docs/deploy.md says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BIN } from '../../support/run-bin.ts';
import type { Cluster } from './cluster.ts';
import type { Deployed } from './deployed.ts';

export interface StartedTote {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

export async function startTote(cluster: Cluster, folder: Deployed): Promise<StartedTote> {
  const env = {
    ...folder.env,
    ...{ TOTE_RPC_URL: cluster.validator.rpcUrl, TOTE_PROGRAM_ADDRESS: folder.program },
    ...{ TOTE_KEYS_DIR: 'keys', TOTE_PORT: '0', TOTE_LOG_LEVEL: 'error' },
  };
  const child = spawn(process.execPath, [BIN, 'start'], {
    ...{ env, cwd: folder.dir, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const ended = once(child, 'exit');
  let text = '';
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const read = (chunk: unknown) => {
      text += String(chunk);
      const [, url] = /Tote runs at (\S+)/.exec(text) ?? [];
      if (url) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`the service did not start: ${text}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { baseUrl, stop };
}
