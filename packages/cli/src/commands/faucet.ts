import { decimal } from '@tote/sdk';
import { defineCommand, WALLET_OPTIONS } from '../command.ts';
import { paint } from '../terminal/text.ts';

const AMOUNT = '10';

export const command = defineCommand({
  about: `Adds play money to the balance of the wallet, on the embedded chain only.`,
  takes: [
    { name: 'amount', isOptional: true },
    { name: 'currency', choices: ['SOL', 'UTILITY'], isOptional: true },
  ],
  options: WALLET_OPTIONS,
  examples: ['faucet', 'faucet 250 UTILITY'],
  async run({ places: [amount = AMOUNT, currency = 'SOL'], session }) {
    const input = { currency: currency as 'SOL' | 'UTILITY', amount: decimal(amount) };
    const funded = await (await session.connect()).useFaucet(input);
    const { SOL, UTILITY } = funded.balances;
    session.show(funded, () => [[paint('green', 'Balance: '), `${SOL} SOL, ${UTILITY} UTILITY`]]);
  },
});
