// The same signed bytes, sent many times, are executed once.

import { expect, test } from 'vitest';
import { isLong } from '../../../../tools/test-setup/stage.ts';
import { systemAccount } from '../../src/ledger/account.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { readTransaction } from '../../src/ledger/wire.ts';
import { makeDir } from '../support/localnet.ts';
import { createWallet, transfer, unownedAddress } from '../support/transfers.ts';

const TIMES = isLong ? 1_000 : 50;
const OTHERS = isLong ? 10_000 : 200;
const AMOUNT = 10n ** 9n;

const submit = (ledger: Ledger, bytes: Uint8Array) =>
  ledger.submit(readTransaction(bytes), { isStrict: false });

test('the same bytes execute once, before and after others and a restart', async () => {
  const payer = createWallet();
  const bob = unownedAddress(1);
  const accounts = new Map([[payer.address, systemAccount(10n ** 15n)]]);
  const dir = makeDir();
  const open = () => openLedger({ dir, slotMs: 200, accounts });
  let ledger = await open();
  const bytes = transfer(payer, bob, AMOUNT, ledger.blockhashes.latest);
  const sendOften = async () => {
    const answers = Array.from({ length: TIMES }, () => submit(ledger, bytes));
    return new Set(await Promise.all(answers));
  };
  const expectOnce = async () => {
    expect((await sendOften()).size).toBe(1);
    expect(ledger.getAccount(bob, 'confirmed')?.lamports).toBe(AMOUNT);
  };

  await expectOnce();
  const others = Array.from({ length: OTHERS }, (_, i) =>
    transfer(
      payer,
      unownedAddress(2 + (i % 100)),
      BigInt(1_000_000 + i),
      ledger.blockhashes.latest,
    ),
  );
  await Promise.all(others.map((other) => submit(ledger, other)));
  await expectOnce();
  for (let slot = 0; slot < 200; slot += 1) ledger.nextSlot();
  await expectOnce();
  await ledger.close();

  ledger = await open();
  await expectOnce();
  expect(ledger.transactionCount()).toBe(BigInt(OTHERS + 1));
  await ledger.close();
});
