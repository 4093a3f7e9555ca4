import { createKey } from '@tote/chain/key';
import { expect, test } from 'vitest';
import { callSigned } from '../../service/test/conformance/support/wallets.ts';
import { describePage, expectAccessible, expectFits } from './support/open-page.ts';

const operator = await createKey();

describePage(
  'a hidden market',
  (site) => {
    test('is reported by a visitor, then found only at its own address, with the reason', async () => {
      const { world } = site();
      const id = await world.createMarket({ question: 'Will it rain in Evora?' });
      const { page } = await site().visit(`m/${id}`, { bypassCSP: true });
      await page.getByText('Report this market').click();
      await page.getByLabel('What is wrong with it?').fill('It is\nspam.');
      await page.getByRole('button', { name: 'Send the report' }).click();
      await page.getByText('The operator will look at it.').waitFor();

      const body = { reason: 'It is spam.' };
      const hidden = await callSigned(world, operator, 'POST', `/markets/${id}/hidden`, { body });
      expect(hidden.status, hidden.text).toBe(200);
      await page.reload();
      await page.getByText('Hidden by the operator: It is spam.').waitFor();
      await page.getByText('takes no bets here').first().waitFor();
      expect(await page.getByLabel(/^Amount/).count()).toBe(0);
      for (const path of [`m/${id}`, 'hidden']) {
        await page.goto(site().url + path);
        await page.getByText('It is spam.').waitFor();
        await expectAccessible(page);
        await expectFits(page);
      }
      expect(await page.getByRole('listitem').filter({ hasText: 'It is spam.' }).count()).toBe(1);
      await page.goto(`${site().url}embed/m/${id}`);
      await page.getByText('Hidden by the operator: It is spam.').waitFor();
      expect(await page.getByRole('heading').count()).toBe(0);
      await page.goto(`${site().url}?q=evora`);
      await page.getByText('No markets match').waitFor();
    });
  },
  { TOTE_OPERATORS: operator.address },
);
