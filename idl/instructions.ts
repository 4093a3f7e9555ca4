import { definedTypeLinkNode, instructionAccountNode, remainderOptionTypeNode } from 'codama';
import { account, accounts, argument, instruction, variant } from './instruction.ts';
import {
  address,
  bool,
  currency,
  hash,
  i64,
  marketSource,
  outcome,
  rest,
  restBytes,
  terms,
  u8,
  u16,
  u32,
  u64,
  zerosAfter,
  zerosBefore,
} from './layout.ts';

const configuration = [
  instruction(0, 'initialize', {
    docs: "Creates the configuration and the vaults. Needs the program's upgrade authority.",
    arguments: [
      argument('knownProgramCount', u8),
      argument('lot', zerosBefore(6, u64), 'Lamports per lot of the buyback.'),
      argument('firstPrice', u64, 'UTILITY base units per lot.'),
      argument('roundSeconds', i64),
      argument('terms', terms),
      argument('knownPrograms', rest(address)),
    ],
    accounts: accounts(
      'upgradeAuthority:sign payer:pay admin:sign config:write vaultSol:write vaultUtility:write vaultToken:write utilityMint program programData tokenProgram systemProgram',
    ),
  }),
  instruction(1, 'updateConfig', {
    docs: 'Announces terms of future markets and keys. They take effect after the delay in force.',
    arguments: [
      argument('knownProgramCount', u8),
      argument('terms', zerosBefore(6, terms)),
      argument('knownPrograms', rest(address)),
    ],
    accounts: accounts('admin:sign newAdmin:sign config:write'),
  }),
];

const bettors = [
  instruction(2, 'openBettor', {
    docs: 'Creates the Bettor of a wallet, signed by it or by the operator. Anybody may pay.',
    arguments: [argument('slots', zerosBefore(1, zerosAfter(4, u16)))],
    accounts: [
      ...accounts('payer:pay'),
      account('authority', 'sign', 'The wallet or the operator.'),
      ...accounts('wallet bettor:write config systemProgram'),
    ],
  }),
  instruction(3, 'growBettor', {
    docs: 'Buys more slots. Whoever opened the Bettor may, and its wallet.',
    arguments: [argument('slots', zerosBefore(1, zerosAfter(4, u16)), 'How many to add.')],
    accounts: accounts('payer:pay bettor:write systemProgram'),
  }),
  instruction(4, 'closeBettor', {
    docs: 'Closes an empty Bettor and returns its rent to whoever paid it.',
    arguments: [argument('forfeit', zerosAfter(6, bool), 'Leaves a little behind.')],
    accounts: [
      ...accounts('wallet:pay bettor:write rentPayer:write'),
      ...variant('With forfeit.', 'vaultSol:write vaultUtility:write'),
    ],
  }),
  instruction(5, 'deposit', {
    docs: 'Takes money from the authority and credits it to any Bettor.',
    arguments: [argument('currency', currency), argument('amount', zerosBefore(6, u64))],
    accounts: [
      ...accounts('authority:pay vault:write bettor:write'),
      ...variant('SOL only.', 'systemProgram'),
      ...variant('UTILITY only.', 'sourceToken:write vaultToken:write utilityMint tokenProgram'),
    ],
  }),
  instruction(6, 'withdraw', {
    docs: 'Pays the wallet from its balance, or sweeps winnings to a wallet that chose it.',
    arguments: [argument('currency', currency), argument('amount', zerosBefore(6, u64))],
    accounts: [
      ...accounts('authority:pay vault:write bettor:write wallet:write'),
      ...variant(
        'UTILITY only.',
        'walletToken:write vaultToken:write utilityMint tokenProgram associatedTokenProgram systemProgram',
      ),
    ],
  }),
  instruction(7, 'setDelegate', {
    docs: 'Chooses the delegate of a wallet, and whether winnings are sent to the wallet.',
    arguments: [
      argument('mask', u8, 'What to set: 1 the delegate, 2 auto_withdraw.'),
      argument('autoWithdraw', bool),
      argument('delegate', zerosBefore(5, address)),
      argument('expiresAt', i64),
      argument('allowanceSol', u64),
      argument('allowanceUtility', u64),
    ],
    accounts: accounts('wallet:sign bettor:write config'),
  }),
];

const markets = [
  instruction(8, 'createMarket', {
    docs: 'Creates a market. It is custom unless the operator signs in an account of its own.',
    arguments: [
      argument('currency', currency),
      argument('flags', u8, '1 triggered, 2 latched, 4 gated, 8 custom, 32 inverted'),
      argument('source', marketSource),
      argument('clauseCount', u8),
      argument('nonce', zerosBefore(3, u64)),
      argument('closesAt', i64),
      argument('expiresAt', i64),
      argument('refundAt', i64),
      argument('questionLen', u16),
      argument('conditionLen', u16),
      argument('clausesLen', u16),
      argument('burnBps', zerosBefore(2, u16), 'This and the next three: the terms expected.'),
      argument('developerBps', u16),
      argument('vetoSeconds', u32),
      argument('minimumStake', u64),
      argument(
        'tail',
        restBytes,
        '[subject: all but timedFact], [fact owner: timedFact, stateFact], clauses, question, ' +
          'condition',
      ),
    ],
    accounts: [
      ...accounts('payer:pay authority:sign creator market:write config systemProgram'),
      ...variant('Without it the market is custom.', 'operator:sign'),
    ],
  }),
  instruction(9, 'placeBets', {
    docs: 'Places bets of any bettors in one market. A refused bet is reported in the event.',
    arguments: [
      argument('flags', u8, '1 strict: a refused bet fails the instruction.'),
      argument('betCount', u8),
      argument('currency', currency),
      argument('bets', zerosBefore(4, rest(definedTypeLinkNode('bet')))),
    ],
    accounts: [
      ...accounts('authority:sign market:write config'),
      ...variant('Gated markets.', 'operator:sign'),
      ...variant('Triggered or latched state facts.', 'factAccount'),
    ],
    remaining: 'bettors',
  }),
  instruction(10, 'resolveMarket', {
    docs: 'Records the outcome: told by the oracle, or read from the observed account.',
    arguments: [
      argument('outcome', zerosAfter(6, outcome), 'None for a fact.'),
      argument('evidenceHash', remainderOptionTypeNode(hash), 'Oracle markets only.'),
    ],
    accounts: [
      ...accounts('market:write'),
      instructionAccountNode({
        name: 'witness',
        isSigner: 'either',
        isWritable: false,
        docs: 'The oracle, who signs, or the observed account.',
      }),
      ...variant('Oracle markets only.', 'config'),
    ],
  }),
  instruction(11, 'vetoMarket', {
    docs: "Turns an oracle's outcome into a refund while its veto time runs.",
    accounts: [
      account('authority', 'sign', 'The guardian; anybody once the oracle is disabled.'),
      ...accounts('config market:write'),
    ],
  }),
  instruction(12, 'refundMarket', {
    docs: 'Refunds all stakes, from refund_at on or once the oracle is disabled.',
    accounts: accounts('market:write config'),
  }),
  instruction(13, 'settlePositions', {
    docs: 'Credits payouts and clears the slots. A settled position is skipped.',
    arguments: [
      argument('positionCount', u8),
      argument('slotHints', zerosBefore(6, rest(u16)), 'One for each bettor.'),
    ],
    accounts: accounts('market:write'),
    remaining: 'bettors',
  }),
  instruction(14, 'closeMarket', {
    docs: 'Moves the fees to the vault and, from expires_at on, closes the account.',
    accounts: accounts('market:write vault:write rentPayer:write'),
  }),
];

const fees = [
  instruction(15, 'collectFees', {
    docs: 'Sends the developer share to the treasury and burns the burn share of UTILITY.',
    arguments: [argument('currency', zerosAfter(6, currency))],
    accounts: [
      ...accounts('config vault:write'),
      ...variant('SOL only.', 'treasury:write'),
      ...variant(
        'UTILITY only.',
        'treasuryToken:write vaultToken:write utilityMint:write tokenProgram',
      ),
    ],
  }),
  instruction(16, 'buyBack', {
    docs: 'Buys one lot of the SOL reserve; the price in UTILITY is burned.',
    arguments: [argument('maxPrice', zerosBefore(7, u64))],
    accounts: accounts(
      'buyer:pay vaultSol:write config buyerToken:write utilityMint:write tokenProgram',
    ),
  }),
];

const changes = [
  instruction(17, 'applyConfig', {
    docs: 'Applies an announced change when its delay is over. Anybody may call it.',
    accounts: accounts('config:write'),
  }),
  instruction(18, 'cancelConfig', {
    docs: 'Cancels an announced change.',
    accounts: [account('authority', 'sign', 'Admin or guardian.'), ...accounts('config:write')],
  }),
  instruction(19, 'disableKeys', {
    docs: 'Disables the operator or oracles at once.',
    arguments: [
      argument('mask', u8, '1 operator, 2 oracle'),
      argument('oracleGeneration', zerosBefore(6, u32), 'The last generation that is disabled.'),
      argument('operatorGeneration', u32, 'Likewise.'),
    ],
    accounts: [account('authority', 'sign', 'Admin or guardian.'), ...accounts('config:write')],
  }),
];

export const instructions = [...configuration, ...bettors, ...markets, ...fees, ...changes];
