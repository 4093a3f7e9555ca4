// Everything that can be tried in a state, each with any key.
import type { Address } from '@solana/kit';
import { Currency, MarketSource, Outcome, type ProgramInstruction } from '@tote/program-client';
import { toAddress } from '../../support/address-bytes.ts';
import { bettorAddress } from '../../support/build.ts';
import { keys } from '../../support/genesis.ts';
import { handOver } from '../../support/hand-over.ts';
import { findKey, type Key } from '../../support/key.ts';
import { peekBettor, peekMarket } from '../../support/peek.ts';
import { withAccount } from '../../support/tamper.ts';
import type { World } from '../../support/world.ts';
import { type Action, action, type By, hostileAction, openAction } from './action.ts';
import {
  alice,
  attacker,
  everybody,
  HORIZON,
  listBettors,
  poor,
  prices,
  referee,
  STAGE_TERMS,
  secondToken,
  wallets,
} from './cast.ts';
import type { Stage } from './stage.ts';

const { admin, guardian, operator, oracle, treasury } = keys;
const { Sol, Utility } = Currency;
const { Yes, No } = Outcome;
const SIGNER = 0;
/** Where the operator signs for a bet in a gated market. */
const GATE = 3;
const TREASURY_TOKEN = 2;
const TOKEN_OWNER = 1;
const EXPIRES_AT = 48;
const RENT_PAYER = 168;
const SOURCE = 360;

export function listActions(stage: Stage): Action[] {
  const { world } = stage;
  const markets = stage.listMarkets();
  return [
    ...wallets.flatMap((wallet) => walletActions(world, wallet)),
    ...markets.flatMap((market) => marketActions(world, market)),
    ...markets.flatMap((market) => betActions(world, market)),
    ...configActions(world),
    ...feeActions(world),
    ...stage.offers,
  ];
}

function walletActions(world: World, wallet: Key): Action[] {
  const { build } = world;
  const { name } = wallet;
  const account = world.findAccount(bettorAddress(wallet));
  if (!account) {
    const open: By = (key) => build.openBettor(wallet, { slots: 1, payer: key, authority: key });
    return [action(`open a Bettor for ${name}`, [wallet, operator], open)];
  }
  const { available } = peekBettor(account.data);
  const own = (what: string, by: By) => action(`${what} ${name}`, [wallet], by);
  const signed = (what: string, make: () => ProgramInstruction) =>
    own(what, (key) => withAccount(make(), SIGNER, key.address));
  const allowanceSol = 1_000_000n;
  const actions = [
    signed('revoke the delegate of', () => build.setDelegate(wallet, null)),
    signed('have the operator bet for', () => build.setDelegate(wallet, { allowanceSol })),
    signed('have winnings sent to', () => build.setAutoWithdraw(wallet, true)),
    signed('close the Bettor of', () => build.closeBettor(wallet, { isForfeiting: true })),
    action(`grow the Bettor of ${name}`, [wallet, operator], (payer) =>
      build.growBettor(wallet, 1, { payer }),
    ),
  ];
  for (const currency of [Sol, Utility]) {
    const amount = available[currency];
    const unit = Currency[currency];
    const give: By = (authority) => build.deposit(wallet, currency, 1n, { authority });
    const take: By = (authority) => build.withdraw(wallet, currency, amount, { authority });
    actions.push(own(`deposit a unit of ${unit} for`, give));
    if (amount > 0n) actions.push(own(`withdraw all ${unit} of`, take));
  }
  return actions;
}

function marketActions(world: World, market: Address): Action[] {
  const { build } = world;
  const data = world.getData(market);
  const label = labelOf(market);
  const rentPayer = findKey(toAddress(data.slice(RENT_PAYER, RENT_PAYER + 32))) ?? operator;
  const resolve = (outcome: Outcome.Yes | Outcome.No) =>
    action(`resolve ${label} as ${Outcome[outcome]}`, [oracle, referee], (key) =>
      build.resolveMarket(market, outcome, { oracle: key }),
    );
  return [
    resolve(Yes),
    resolve(No),
    action(`veto ${label}`, [guardian], (key) => build.vetoMarket(market, { authority: key })),
    openAction(`refund ${label}`, () => build.refundMarket(market)),
    openAction(`settle ${label}`, () => build.settlePositions(market, [alice, poor, attacker])),
    openAction(`close ${label}`, () => build.closeMarket(market, { rentPayer })),
    ...observedBy(data).map((account) =>
      openAction(`resolve ${label} by ${labelOf(account)}`, () =>
        build.resolveByFact(market, account),
      ),
    ),
  ];
}

const labelOf = (address: Address): string => findKey(address)?.name ?? address.slice(0, 4);

function observedBy(data: Uint8Array): Address[] {
  if (data[SOURCE] === MarketSource.TimedFact) return Object.values(prices);
  return data[SOURCE] === MarketSource.StateFact ? [peekMarket(data).readSubject()] : [];
}

/** Wallets bet on Yes, the attacker on No. Whoever signs also lets the bet into a gated market. */
export function betActions(world: World, market: Address): Action[] {
  const data = world.getData(market);
  const { isGated, currency } = peekMarket(data);
  const amount = currency === Sol ? STAGE_TERMS.minimumStakeSol : STAGE_TERMS.minimumStakeUtility;
  const bet = (wallet: Key, authority: Key, gate: Key): ProgramInstruction => {
    const bets = [{ wallet, outcome: wallet === attacker ? No : Yes, amount }];
    const built = world.build.placeBets(market, bets, { authority, isStrict: true });
    return isGated ? withAccount(built, GATE, gate.address) : built;
  };
  const label = labelOf(market);
  const actions = listBettors(world).map((wallet): Action => {
    const by: By = (key) => bet(wallet, key, wallets.includes(key) ? operator : key);
    const made = action(`bet for ${wallet.name} in ${label}`, [wallet, operator], by);
    if (Buffer.from(data).readBigInt64LE(EXPIRES_AT) <= world.now + HORIZON) return made;
    // What a wallet itself bets for longer is its own affair.
    const others = everybody.filter((key) => key !== wallet);
    return { ...made, meantFor: [operator], triedBy: others };
  });
  const join: By = (key) => bet(attacker, attacker, key);
  const name = `bet for the attacker in ${label}`;
  return [...actions, isGated ? action(name, [operator], join) : openAction(name, join)];
}

/** The admin's changes put the attacker in each place. */
function configActions({ build }: World): Action[] {
  const changes = ['operator', 'oracle', 'guardian', 'treasury'] as const;
  const both = [admin, guardian];
  return [
    ...changes.map((name) =>
      action(`announce another ${name}`, [admin], (key) =>
        build.updateConfig({ ...STAGE_TERMS, [name]: attacker.address }, { admin: key }),
      ),
    ),
    action('cancel the change', both, (key) => build.cancelConfig({ authority: key })),
    openAction('apply the change', () => build.applyConfig()),
    action('disable the operator', both, (authority) =>
      build.disableKeys({ authority, operatorGeneration: 0 }),
    ),
    action('disable the oracle', both, (authority) =>
      build.disableKeys({ authority, oracleGeneration: 0 }),
    ),
  ];
}

function feeActions({ build }: World): Action[] {
  return [
    openAction('collect the SOL', () => build.collectFees(Sol)),
    openAction('collect the UTILITY', () => build.collectFees(Utility)),
    hostileAction('collect the UTILITY elsewhere', () =>
      withAccount(build.collectFees(Utility), TREASURY_TOKEN, secondToken),
    ),
    action("hand over the treasury's token account", [treasury], (key) =>
      withAccount(handOver(treasury, attacker), TOKEN_OWNER, key.address),
    ),
    openAction('buy back', (key) => build.buyBack(key, 1n << 62n)),
  ];
}
