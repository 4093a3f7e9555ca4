import { expect, test } from 'vitest';
import { getInitializeInstruction, MarketSource, takesFactAccount } from '../src/index.ts';
import { addressOf as at, signerOf } from './support.ts';

// The tests of program/ send every instruction to the program itself.

test('initialize uses another program address if given', () => {
  const input = { upgradeAuthority: signerOf(1), payer: signerOf(2), admin: signerOf(3) };
  const accounts = { config: at(4), vaultSol: at(5), vaultUtility: at(6), vaultToken: at(7) };
  const auction = { lot: 1n, firstPrice: 2n, roundSeconds: 3n };
  const rates = { burnBps: 1, developerBps: 2, vetoSeconds: 3, changeDelay: 4 };
  const limits = { leadSeconds: 5, horizonSeconds: 6 };
  const stakes = { minimumStakeSol: 7n, minimumStakeUtility: 8n };
  const keys = { operator: at(21), oracle: at(22), guardian: at(23), treasury: at(24) };
  const instruction = getInitializeInstruction(
    {
      ...{ ...input, ...accounts, ...auction, knownPrograms: [] },
      ...{ utilityMint: at(8), tokenProgram: at(10), programData: at(9) },
      terms: { ...rates, ...limits, ...stakes, ...keys },
    },
    { programAddress: at(50) },
  );
  expect(instruction.programAddress).toBe(at(50));
  expect(instruction.accounts[8]?.address).toBe(at(50));
});

test('bets include the account of a triggered or latched state fact', () => {
  const { Oracle, TimedFact, StateFact } = MarketSource;
  for (const flags of [1, 2, 3, 35]) expect(takesFactAccount(StateFact, flags)).toBe(true);
  for (const flags of [0, 8, 16]) expect(takesFactAccount(StateFact, flags)).toBe(false);
  for (const source of [Oracle, TimedFact]) expect(takesFactAccount(source, 5)).toBe(false);
});
