// The compiled service, as `npm start` runs it: what is loaded late must be found there, too.
import { expect, test } from 'vitest';
import { openEnvironment } from '../faults/support/environment.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';

test('has its metrics, with its version', async () => {
  await using environment = await openEnvironment('an embedded chain');
  await using service = await ServiceProcess.start(environment.env);
  const { status, text } = await service.api.call('GET', '/../metrics');
  expect(status).toBe(200);
  expect(text).toMatch(/\ntote_build_info\{version="\d+\.\d+\.\d+",node="v\d+.*"\} 1\n/);
  expect(text).toMatch(/\nprocess_resident_memory_bytes \d+\n/);
});
