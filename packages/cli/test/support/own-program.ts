// A program of its own on the embedded chain, so that tests can change its Config.
import { join } from 'node:path';
import { writeNewKeyFile } from '@tote/chain/key';
import { expect } from 'vitest';
import { airdrop, type Home, readService } from './home.ts';
import type { Ran } from './run-bin.ts';

export interface OwnProgram {
  readonly program: string;
  /** The path of a key file: payer, admin, guardian, treasury. */
  key(name: string): string;
  /** `tote config <name>`, with JSON. */
  config(name: string, ...args: string[]): Promise<Ran>;
}

/** Changes take effect after the delay. */
export async function makeProgram(home: Home, changeDelay: string): Promise<OwnProgram> {
  const key = (name: string) => join(home.dir, `${name}.json`);
  await airdrop((await writeNewKeyFile(key('payer'))).address, 5);
  const common = ['--rpc', readService().rpcUrl, '--json'];
  const paid = ['--payer', key('payer'), '--yes', ...common];
  const deployed = await home.here(['deploy', '--program-key', key('program'), ...paid]);
  expect(deployed.code, deployed.out + deployed.err).toBe(0);
  const { program } = deployed.json;
  const initialized = await home.here([
    ...['init', '--program', program, '--keys', join(home.dir, 'keys'), '--admin', key('admin')],
    ...['--guardian', key('guardian'), '--treasury', key('treasury')],
    ...['--change-delay', changeDelay, ...paid],
  ]);
  expect(initialized.code, initialized.out + initialized.err).toBe(0);
  const config = (name: string, ...args: string[]) =>
    home.here(['config', name, '--program', program, ...common, ...args]);
  return { program, key, config };
}
