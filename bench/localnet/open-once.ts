// Opens a chain once in its own process, and prints the time and the memory after it.
import { startLocalnet } from '@tote/localnet';

export interface Opened {
  openMs: number;
  residentBytes: number;
}

const [dir] = process.argv.slice(2);
const start = performance.now();
const localnet = await startLocalnet({ dir });
await localnet.rpc.getHealth().send();
const openMs = performance.now() - start;
const opened: Opened = { openMs, residentBytes: process.memoryUsage().rss };
console.log(JSON.stringify(opened));
await localnet.close();
