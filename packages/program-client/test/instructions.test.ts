import { expect, test } from 'vitest';
import {
  Currency,
  expectedTermsOf,
  getApplyConfigInstruction,
  getBuyBackInstruction,
  getCancelConfigInstruction,
  getCloseBettorInstruction,
  getCloseMarketInstruction,
  getCollectFeesInstruction,
  getConfigDecoder,
  getCreateMarketInstruction,
  getDepositInstruction,
  getDisableKeysInstruction,
  getGrowBettorInstruction,
  getInitializeInstruction,
  getOpenBettorInstruction,
  getPlaceBetsInstruction,
  getRefundMarketInstruction,
  getResolveMarketInstruction,
  getSetDelegateInstruction,
  getSettlePositionsInstruction,
  getUpdateConfigInstruction,
  getVetoMarketInstruction,
  getWithdrawInstruction,
  MarketSource,
  Outcome,
  type ProgramInstruction,
  readAskedFlags,
  takesFactAccount,
  termsOf,
} from '../src/index.ts';
import { addressOf as at, bytes, hex, hexOf, describe as show, signerOf } from './support.ts';

const terms = {
  burnBps: 0x0102,
  developerBps: 0x0304,
  vetoSeconds: 0x05060708,
  minimumStakeSol: 9n,
  minimumStakeUtility: 10n,
  changeDelay: 0x0b0c0d0e,
  leadSeconds: 0x0f101112,
  horizonSeconds: 0x13141516,
  operator: at(21),
  oracle: at(22),
  guardian: at(23),
  treasury: at(24),
};
const termsHex = [
  '0201 0403 08070605 0900000000000000 0a00000000000000 0e0d0c0b 00000000',
  '1211100f 16151413',
  hexOf(21) + hexOf(22) + hexOf(23) + hexOf(24),
];

/** Checks the accounts in order, with their flags (w, s), and the data bytes. */
function expectInstruction(instruction: ProgramInstruction, accounts: string, ...data: string[]) {
  expect(show(instruction)).toEqual({ accounts: accounts.split(', '), data: hex(bytes(...data)) });
}

test('initialize', () => {
  const instruction = getInitializeInstruction({
    upgradeAuthority: signerOf(1),
    payer: signerOf(2),
    admin: signerOf(3),
    config: at(4),
    vaultSol: at(5),
    vaultUtility: at(6),
    vaultToken: at(7),
    utilityMint: at(8),
    tokenProgram: at(10),
    programData: at(9),
    lot: 1n,
    firstPrice: 2n,
    roundSeconds: 3n,
    terms,
    knownPrograms: [at(31), at(32)],
  });
  expectInstruction(
    instruction,
    '1 s, 2 ws, 3 s, 4 w, 5 w, 6 w, 7 w, 8, tote, 9, 10, system',
    '00 02 000000000000 0100000000000000 0200000000000000 0300000000000000',
    ...termsHex,
    hexOf(31) + hexOf(32),
  );
});

test('initialize uses another program address if given', () => {
  const input = { upgradeAuthority: signerOf(1), payer: signerOf(2), admin: signerOf(3) };
  const accounts = { config: at(4), vaultSol: at(5), vaultUtility: at(6), vaultToken: at(7) };
  const auction = { lot: 1n, firstPrice: 2n, roundSeconds: 3n };
  const instruction = getInitializeInstruction(
    {
      ...input,
      ...accounts,
      ...auction,
      utilityMint: at(8),
      tokenProgram: at(10),
      programData: at(9),
      terms,
      knownPrograms: [],
    },
    { programAddress: at(50) },
  );
  expect(instruction.programAddress).toBe(at(50));
  expect(instruction.accounts[8]?.address).toBe(at(50));
});

test('update_config', () => {
  const instruction = getUpdateConfigInstruction({
    admin: signerOf(1),
    newAdmin: signerOf(2),
    config: at(3),
    terms,
    knownPrograms: [at(31)],
  });
  expectInstruction(instruction, '1 s, 2 s, 3 w', '01 01 000000000000', ...termsHex, hexOf(31));
});

test('apply_config, cancel_config, disable_keys', () => {
  const config = at(3);
  expectInstruction(getApplyConfigInstruction({ config }), '3 w', '11 00000000000000');
  const cancel = { authority: signerOf(1), config };
  expectInstruction(getCancelConfigInstruction(cancel), '1 s, 3 w', '12 00000000000000');
  const generations = { oracleGeneration: 0x01020304, operatorGeneration: 0x05060708 };
  const disable = { authority: signerOf(1), config, mask: 3, ...generations };
  const data = '13 03 000000000000 04030201 08070605';
  expectInstruction(getDisableKeysInstruction(disable), '1 s, 3 w', data);
});

test('the terms of a Config are valid arguments of update_config and create_market', () => {
  const data = new Uint8Array(1_488);
  const config = {
    ...getConfigDecoder().decode(data),
    burnBps: 1,
    developerBps: 2,
    vetoSeconds: 3,
    changeDelay: 4,
    leadSeconds: 11,
    horizonSeconds: 12,
    minimumStake: [5n, 6n],
    operator: at(7),
    oracle: at(8),
    guardian: at(9),
    treasury: at(10),
  };
  const rates = { burnBps: 1, developerBps: 2, vetoSeconds: 3 };
  expect(termsOf(config)).toEqual({
    ...rates,
    changeDelay: 4,
    leadSeconds: 11,
    horizonSeconds: 12,
    minimumStakeSol: 5n,
    minimumStakeUtility: 6n,
    operator: at(7),
    oracle: at(8),
    guardian: at(9),
    treasury: at(10),
  });
  const shared = { ...rates, oracle: at(8) };
  expect(expectedTermsOf(config, Currency.Sol)).toEqual({ ...shared, minimumStake: 5n });
  expect(expectedTermsOf(config, Currency.Utility)).toEqual({ ...shared, minimumStake: 6n });
});

test('open_bettor, grow_bettor, close_bettor', () => {
  const bettor = at(3);
  const open = { payer: signerOf(1), authority: signerOf(4), wallet: at(2), bettor, config: at(5) };
  expectInstruction(
    getOpenBettorInstruction({ ...open, slots: 0x0102 }),
    '1 ws, 4 s, 2, 3 w, 5, system',
    '02 00 0201 00000000',
  );
  const grow = { payer: signerOf(1), bettor, slots: 5 };
  expectInstruction(getGrowBettorInstruction(grow), '1 ws, 3 w, system', '03 00 0500 00000000');
  const close = { wallet: signerOf(1), bettor, rentPayer: at(4) };
  expectInstruction(getCloseBettorInstruction(close), '1 ws, 3 w, 4 w', '04 00000000000000');
  expectInstruction(
    getCloseBettorInstruction({ ...close, forfeitTo: { vaultSol: at(5), vaultUtility: at(6) } }),
    '1 ws, 3 w, 4 w, 5 w, 6 w',
    '04 01 000000000000',
  );
});

test('deposit in both currencies', () => {
  const input = { authority: signerOf(1), vault: at(2), bettor: at(3), amount: 0x0102n };
  expectInstruction(
    getDepositInstruction({ ...input, currency: Currency.Sol }),
    '1 ws, 2 w, 3 w, system',
    '05 00 000000000000 0201000000000000',
  );
  const tokens = { sourceToken: at(4), vaultToken: at(5), utilityMint: at(6), tokenProgram: at(7) };
  expectInstruction(
    getDepositInstruction({ ...input, ...tokens, currency: Currency.Utility }),
    '1 ws, 2 w, 3 w, 4 w, 5 w, 6, 7',
    '05 01 000000000000 0201000000000000',
  );
});

test('withdraw in both currencies', () => {
  const bettor = { bettor: at(3), wallet: at(4), amount: 7n };
  const input = { authority: signerOf(1), vault: at(2), ...bettor };
  expectInstruction(
    getWithdrawInstruction({ ...input, currency: Currency.Sol }),
    '1 ws, 2 w, 3 w, 4 w',
    '06 00 000000000000 0700000000000000',
  );
  const utility = { utilityMint: at(7), tokenProgram: at(8) };
  const tokens = { walletToken: at(5), vaultToken: at(6), ...utility };
  expectInstruction(
    getWithdrawInstruction({ ...input, ...tokens, currency: Currency.Utility }),
    '1 ws, 2 w, 3 w, 4 w, 5 w, 6 w, 7, 8, ata, system',
    '06 01 000000000000 0700000000000000',
  );
});

test('set_delegate sets only the given fields', () => {
  const input = { wallet: signerOf(1), bettor: at(2), config: at(3) };
  const allowances = { allowanceSol: 5n, allowanceUtility: 6n };
  const delegation = { delegate: at(9), expiresAt: 4n, ...allowances };
  expectInstruction(
    getSetDelegateInstruction({ ...input, delegation, autoWithdraw: true }),
    '1 s, 2 w, 3',
    '07 03 01 0000000000',
    hexOf(9),
    '0400000000000000 0500000000000000 0600000000000000',
  );
  const revoked = show(getSetDelegateInstruction({ ...input, delegation: null }));
  expect(revoked.data).toBe(`0701${'00'.repeat(62)}`);
  const kept = show(getSetDelegateInstruction({ ...input, autoWithdraw: false }));
  expect(kept.data).toBe(`0702${'00'.repeat(62)}`);
});

const market = {
  payer: signerOf(1),
  authority: signerOf(2),
  creator: at(3),
  market: at(4),
  config: at(5),
  currency: Currency.Utility,
  nonce: 1n,
  closesAt: 2n,
  expiresAt: 3n,
  refundAt: 4n,
  question: 'Où?',
  condition: '{}',
  terms: {
    burnBps: 0x0102,
    developerBps: 0x0304,
    vetoSeconds: 0x05060708,
    minimumStake: 9n,
    oracle: at(7),
  },
};
const marketAccounts = '1 ws, 2 s, 3, 4 w, 5, system';
const marketTimes = '0100000000000000 0200000000000000 0300000000000000 0400000000000000';
const marketTerms = '0201 0403 08070605 0900000000000000';
const texts = '4fc3b93f 7b7d';

test('create_market by an oracle, the Config’s or a named one', () => {
  expectInstruction(
    getCreateMarketInstruction({ ...market, decider: { source: MarketSource.Oracle } }),
    marketAccounts,
    '08 01 00 00 00 000000',
    marketTimes,
    '0400 0200 0000 0000',
    marketTerms,
    hexOf(7),
    texts,
  );
  const decider = { source: MarketSource.NamedOracle, oracle: at(8) } as const;
  expectInstruction(
    getCreateMarketInstruction({ ...market, decider, isTriggered: true }),
    marketAccounts,
    '08 01 01 01 00 000000',
    marketTimes,
    '0400 0200 0000 0000',
    marketTerms,
    hexOf(8),
    texts,
  );
});

test('create_market on a timed and on a state fact', () => {
  const clauses = [
    { offset: 8, type: 'i64', comparator: 'lt', secondsAfterExpiry: -1n },
    { offset: 0x0102, type: 'u8', comparator: 'eq', value: 1n },
  ] as const;
  const clausesHex = '0800 85 02 ffffffffffffffff 0201 00 00 01';
  expectInstruction(
    getCreateMarketInstruction({
      ...market,
      decider: { source: MarketSource.TimedFact, factOwner: at(9), clauses },
    }),
    marketAccounts,
    '08 01 00 02 02 000000',
    marketTimes,
    '0400 0200 1100 0000',
    marketTerms,
    hexOf(9),
    clausesHex,
    texts,
  );
  expectInstruction(
    getCreateMarketInstruction({
      ...market,
      isTriggered: true,
      isLatched: true,
      decider: { source: MarketSource.StateFact, account: at(8), factOwner: at(9), clauses },
    }),
    marketAccounts,
    '08 01 03 03 02 000000',
    marketTimes,
    '0400 0200 1100 0000',
    marketTerms,
    hexOf(8) + hexOf(9),
    clausesHex,
    texts,
  );
});

test('create_market with the operator’s signature has that account last', () => {
  const decider = { source: MarketSource.Oracle } as const;
  const signed = getCreateMarketInstruction({ ...market, decider, operator: signerOf(6) });
  const alone = getCreateMarketInstruction({ ...market, decider });
  expect(show(signed).accounts).toEqual([...marketAccounts.split(', '), '6 s']);
  expect(show(signed).data).toBe(show(alone).data);
});

test('create_market sets each flag by its bit', () => {
  const flags = [
    [{}, 0],
    [{ isTriggered: true }, 1],
    [{ isLatched: true }, 2],
    [{ isGated: true }, 4],
    [{ isCustom: true }, 8],
    [{ isInverted: true }, 32],
    [{ isTriggered: true, isLatched: true, isGated: true, isCustom: true, isInverted: true }, 47],
  ] as const;
  for (const [asked, bits] of flags) {
    expect(readAskedFlags(asked)).toBe(bits);
    const decider = { source: MarketSource.Oracle } as const;
    expect(getCreateMarketInstruction({ ...market, ...asked, decider }).data[2]).toBe(bits);
  }
});

test('bets include the account of a triggered or latched state fact', () => {
  const { Oracle, TimedFact, StateFact } = MarketSource;
  for (const flags of [1, 2, 3, 35]) expect(takesFactAccount(StateFact, flags)).toBe(true);
  for (const flags of [0, 8, 16]) expect(takesFactAccount(StateFact, flags)).toBe(false);
  for (const source of [Oracle, TimedFact]) expect(takesFactAccount(source, 5)).toBe(false);
});

test('place_bets lists each bettor once and refers to it by index', () => {
  const bets = [
    {
      bettor: at(31),
      outcome: Outcome.Yes,
      amount: 1n,
      delegated: { epoch: 2n, betId: 3 },
      slot: 4,
    },
    { bettor: at(32), outcome: Outcome.No, amount: 5n, minRatioBps: 0x0708090a },
    { bettor: at(31), outcome: Outcome.No, amount: 6n, delegated: { epoch: 2n, betId: 4 } },
  ];
  const config = at(4);
  const input = { authority: signerOf(1), market: at(2), config, currency: Currency.Utility, bets };
  expectInstruction(
    getPlaceBetsInstruction(input),
    '1 s, 2 w, 4, 31 w, 32 w',
    '09 00 03 01 00000000',
    '0100000000000000 02000000 00000000 03000000 0400 00 01',
    '0500000000000000 00000000 0a090807 00000000 0000 01 02',
    '0600000000000000 02000000 00000000 04000000 0000 00 02',
  );
  const operator = signerOf(3);
  const gated = show(getPlaceBetsInstruction({ ...input, operator, isStrict: true }));
  expect(gated.accounts).toEqual(['1 s', '2 w', '4', '3 s', '31 w', '32 w']);
  expect(gated.data.slice(0, 16)).toBe('0901030100000000');
  const observed = show(getPlaceBetsInstruction({ ...input, factAccount: at(5) }));
  expect(observed.accounts).toEqual(['1 s', '2 w', '4', '5', '31 w', '32 w']);
});

test('resolve_market by the oracle and by a fact', () => {
  const evidenceHash = new Uint8Array(32).fill(7);
  const by = { market: at(1), oracle: signerOf(2), config: at(3) };
  const byOracle = getResolveMarketInstruction({ ...by, outcome: Outcome.No, evidenceHash });
  expectInstruction(byOracle, '1 w, 2 s, 3', '0a 02 000000000000', hexOf(7));
  const read = { market: at(1), observedAccount: at(2) };
  expectInstruction(getResolveMarketInstruction(read), '1 w, 2', '0a 00 000000000000');
});

test('veto_market, refund_market, close_market', () => {
  const veto = { authority: signerOf(1), config: at(2), market: at(3) };
  expectInstruction(getVetoMarketInstruction(veto), '1 s, 2, 3 w', '0b 00000000000000');
  const refund = { market: at(3), config: at(2) };
  expectInstruction(getRefundMarketInstruction(refund), '3 w, 2', '0c 00000000000000');
  const close = { market: at(3), vault: at(4), rentPayer: at(5) };
  expectInstruction(getCloseMarketInstruction(close), '3 w, 4 w, 5 w', '0e 00000000000000');
});

test('settle_positions', () => {
  const positions = [{ bettor: at(31), slot: 0x0102 }, { bettor: at(32) }];
  expectInstruction(
    getSettlePositionsInstruction({ market: at(1), positions }),
    '1 w, 31 w, 32 w',
    '0d 02 000000000000 0201 0000',
  );
});

test('collect_fees in both currencies', () => {
  const input = { config: at(1), vault: at(2) };
  expectInstruction(
    getCollectFeesInstruction({ ...input, currency: Currency.Sol, treasury: at(3) }),
    '1, 2 w, 3 w',
    '0f 00 000000000000',
  );
  const utility = { utilityMint: at(5), tokenProgram: at(6) };
  const tokens = { treasuryToken: at(3), vaultToken: at(4), ...utility };
  expectInstruction(
    getCollectFeesInstruction({ ...input, currency: Currency.Utility, ...tokens }),
    '1, 2 w, 3 w, 4 w, 5 w, 6',
    '0f 01 000000000000',
  );
});

test('buy_back', () => {
  const utility = { utilityMint: at(5), tokenProgram: at(6) };
  const accounts = { vaultSol: at(2), config: at(3), buyerToken: at(4), ...utility };
  expectInstruction(
    getBuyBackInstruction({ buyer: signerOf(1), ...accounts, maxPrice: 9n }),
    '1 ws, 2 w, 3, 4 w, 5 w, 6',
    '10 00000000000000 0900000000000000',
  );
});
