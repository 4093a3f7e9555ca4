// The faults in the TypeScript: service.txt has one per line, as
// `file | name | text that occurs once | replacement | test file that must notice it`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import type { Mutant } from './mutant.ts';

export interface ServiceFault extends Mutant {
  tests: string;
}

export const readServiceSource = (file: string): string => readFileSync(join(root, file), 'utf8');

export function readServiceFaults(): ServiceFault[] {
  const lines = readServiceSource('tools/mutants/service.txt').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(readFault);
}

function readFault(line: string): ServiceFault {
  const parts = line.split(' | ');
  const [file, name, find, replace, tests] = parts as [string, string, string, string, string];
  if (parts.length !== 5) throw new Error(`a fault has five parts, not ${parts.length}: ${line}`);
  return { file, name: `${file}: ${name}`, find, replace, tests };
}
