import { definedTypeNode, enumEmptyVariantTypeNode, enumTypeNode, structTypeNode } from 'codama';
import { address, field, outcome, times, u8, u16, u32, u64, zerosAfter } from './layout.ts';

const enumeration = (name: string, variants: string[], docs?: string) =>
  definedTypeNode({
    name,
    type: enumTypeNode(variants.map((variant) => enumEmptyVariantTypeNode(variant))),
    docs,
  });

const enumerations = [
  enumeration('currency', ['sol', 'utility']),
  enumeration('outcome', ['none', 'yes', 'no']),
  enumeration('marketState', ['none', 'open', 'resolved', 'refunded']),
  enumeration('refundReason', ['none', 'nobodyWon', 'deadline', 'veto', 'oracleDisabled']),
  enumeration(
    'marketSource',
    ['oracle', 'namedOracle', 'timedFact', 'stateFact'],
    "An account never says namedOracle: it stores `oracle`, and the oracle's address as subject.",
  ),
];

/** The settings that the admin can change, in the order of the Config. */
export const settings = [
  field('burnBps', u16),
  field('developerBps', u16),
  field('vetoSeconds', u32),
  field('minimumStake', times(u64, 2), 'SOL, UTILITY'),
  field('changeDelay', u32, 'Seconds from the announcement of a change to its effect.'),
  field('knownProgramsLen', u32),
  field('leadSeconds', u32, 'How long before its expiry a market on a price at the expiry closes.'),
  field(
    'horizonSeconds',
    u32,
    'How far ahead markets may end for operator and delegates to act in them.',
  ),
  field('admin', address),
  field('operator', address, 'Zero: nobody.'),
  field('oracle', address, 'Zero: nobody.'),
  field('guardian', address),
  field('treasury', address),
  field('knownPrograms', times(address, 16), 'The first knownProgramsLen count.'),
];

const structs = [
  definedTypeNode({
    name: 'settings',
    type: structTypeNode(settings),
    docs: 'Everything that the admin can change.',
  }),
  definedTypeNode({
    name: 'terms',
    type: structTypeNode([
      field('burnBps', u16),
      field('developerBps', u16),
      field('vetoSeconds', u32),
      field('minimumStakeSol', u64),
      field('minimumStakeUtility', u64),
      field('changeDelay', zerosAfter(4, u32)),
      field('leadSeconds', u32),
      field('horizonSeconds', u32),
      field('operator', address),
      field('oracle', address),
      field('guardian', address),
      field('treasury', address),
    ]),
    docs: 'What initialize and update_config set. The known programs follow it in the data.',
  }),
  definedTypeNode({
    name: 'slot',
    type: structTypeNode([field('market', address), field('stakeYes', u64), field('stakeNo', u64)]),
    docs: 'A position of a Bettor. The slot is free when both stakes are 0.',
  }),
  definedTypeNode({
    name: 'bet',
    type: structTypeNode([
      field('amount', u64),
      field('epoch', u32, "The lower half of the delegate's epoch; 0 in a wallet's own bet."),
      field(
        'minRatioBps',
        u32,
        'The minimum payout ratio in basis points, including this bet; 0 for none.',
      ),
      field('betId', u32, "0 in a wallet's own bet."),
      field('slot', u16, 'Where the position probably is. A wrong hint costs compute units only.'),
      field('bettor', u8, "Index into the instruction's bettors."),
      field('outcome', outcome),
    ]),
  }),
];

export const sharedTypes = [...enumerations, ...structs];
