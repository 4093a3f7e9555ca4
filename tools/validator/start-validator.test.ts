import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSolanaRpc } from '@solana/kit';
import { afterAll, expect, it } from 'vitest';
import { startValidator } from './start-validator.ts';

const ledger = mkdtempSync(join(tmpdir(), 'tote-validator-'));
afterAll(() => rmSync(ledger, { recursive: true, force: true }));

it('continues its chain after a stop', async () => {
  const validator = await startValidator({ ledger });
  try {
    const rpc = createSolanaRpc(validator.rpcUrl);
    const genesis = await rpc.getGenesisHash().send();
    await validator.stop();
    await expect(rpc.getSlot().send()).rejects.toThrow();
    await validator.start();
    expect(await rpc.getGenesisHash().send()).toBe(genesis);
  } finally {
    await validator.stop();
  }
});
