import { readFileSync } from 'node:fs';

/** Memory that a process has in RAM, as Linux counts it. */
export function readResidentMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
