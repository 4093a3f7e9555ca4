import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withDeployLock } from '../../src/deploy/deploy/deploy-request.ts';

test('one at a time, also after one that failed, and no file is left', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tote-deploy-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const request = { files: join(dir, 'program') };
  const calls: string[] = [];
  const first = withDeployLock(request, async () => {
    calls.push('first');
    const second = withDeployLock(request, async () => calls.push('second'));
    await expect(second).rejects.toThrow('another process uses this deployment');
    await withDeployLock({ files: join(dir, 'other') }, async () => calls.push('other'));
    expect(readdirSync(dir)).toContain('program.lock');
    throw new Error('refused');
  });
  await expect(first).rejects.toThrow('refused');
  expect(readdirSync(dir)).toEqual([]);
  await withDeployLock(request, async () => calls.push('third'));
  expect(calls).toEqual(['first', 'other', 'third']);
});
