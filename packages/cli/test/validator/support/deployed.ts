// A folder with a program that `tote deploy` deployed.
import { expect } from 'vitest';
import type { Cluster, Folder } from './cluster.ts';

export interface Deployed extends Folder {
  readonly program: string;
  readonly payer: string;
}

export async function deployIn(cluster: Cluster, sol = 20): Promise<Deployed> {
  const folder = cluster.makeFolder();
  const { address: payer } = await folder.makeKey('payer.json', sol);
  const args = ['deploy', '--payer', 'payer.json', '--program-key', 'program.json'];
  const { code, json, out, err } = await folder.tote([...args, '--yes', '--json']);
  expect(code, out + err).toBe(0);
  return { ...folder, program: json.program, payer };
}

export const INIT = [
  ...['init', '--payer', 'payer.json', '--keys', 'keys', '--admin', 'admin.json'],
  ...['--guardian', 'guardian.json', '--treasury', 'treasury.json'],
];
