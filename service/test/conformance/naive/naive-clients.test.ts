// Clients written from the specification alone, each with the choices that came to mind first. They
// run as programs of their own, and their own assertions decide.
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { World } from '../../support/world.ts';

const CLIENTS = [
  ['client.sh', 'sh', 'curl'],
  ['client.py', 'python3', 'python3'],
] as const;

for (const [file, program, needed] of CLIENTS) {
  const isMissing = spawnSync(needed, ['--version']).status !== 0;
  if (isMissing) console.warn(`\n*** ${file} is SKIPPED: there is no ${needed}. ***\n`);

  // Each has a service of its own, because it moves the clock of the chain.
  test.skipIf(isMissing)(`${file} plays the story of the specification`, async () => {
    await using world = await World.start();
    const path = fileURLToPath(new URL(file, import.meta.url));
    const env = { ...process.env, BASE_URL: world.service.baseUrl };
    const stopped = new AbortController();
    onTestFinished(() => stopped.abort());
    const { signal } = stopped;
    // A failure has the client's output as its message.
    await promisify(execFile)(program, [path], { env, signal });
    expect((await world.get('/markets?status=resolved')).body).not.toEqual([]);
  });
}
