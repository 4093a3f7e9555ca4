import type { Address } from '@solana/kit';
import {
  type BetInput,
  type CreateMarketInput,
  Currency,
  type Decider,
  type Delegation,
  type ExpectedTerms,
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
  type Outcome,
  type ProgramInstruction,
} from '@tote/program-client';
import { deriveAddress, toBytes, u64Bytes } from './address-bytes.ts';
import type { Chain } from './chain.ts';
import { PUMP_PROGRAM } from './facts.ts';
import { addresses, keys } from './genesis.ts';
import type { Key } from './key.ts';
import { peekBettor, peekMarket } from './peek.ts';
import { AUCTION, TERMS, type Terms } from './terms.ts';
import { associatedTokenAddress } from './tokens.ts';

/** What the tests' Config knows. */
export const KNOWN_PROGRAMS = [addresses.factProgram, PUMP_PROGRAM];

const DAY = 86_400n;
export const HOUR = 3_600n;

/** A bet by name of its wallet. The epoch and id of a delegate's bet are filled in. */
export interface TestBet extends Partial<BetInput> {
  wallet: Key;
  outcome: Outcome;
  amount: bigint;
}

export interface MarketInput
  extends Partial<
    Omit<CreateMarketInput, 'payer' | 'authority' | 'operator' | 'creator' | 'market' | 'terms'>
  > {
  /** Signs as creator, unless there is another authority. */
  creator?: Key;
  payer?: Key;
  authority?: Key;
  /** Null: it does not sign, and the market is custom. */
  operator?: Key | null;
  /** Where the creator expects something else than the Config says. */
  terms?: Partial<ExpectedTerms>;
  decider?: Decider;
}

export interface AdminOptions {
  admin?: Key;
  newAdmin?: Key;
  knownPrograms?: Address[];
}

export function bettorAddress(wallet: Key): Address {
  return deriveAddress(addresses.program, ['bettor', toBytes(wallet.address)]).address;
}

export function utilityAddress(wallet: Key): Address {
  return associatedTokenAddress(wallet.address, addresses.utilityMint);
}

export function vaultAddress(currency: Currency): Address {
  return currency === Currency.Sol ? addresses.vaultSol : addresses.vaultUtility;
}

/** All instructions, with everything filled in that a test does not care about. */
export class Build {
  readonly #chain: Chain;
  #nonce = 0n;

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  /** Nonces start again, so that a repeated run creates the same addresses. */
  reset(): void {
    this.#nonce = 0n;
  }

  initialize({ terms = {} as Partial<Terms>, ...overrides } = {}): ProgramInstruction {
    return getInitializeInstruction({
      ...addresses,
      ...AUCTION,
      upgradeAuthority: keys.upgradeAuthority.signer,
      payer: keys.operator.signer,
      admin: keys.admin.signer,
      terms: { ...TERMS, ...terms },
      knownPrograms: KNOWN_PROGRAMS,
      ...overrides,
    });
  }

  updateConfig(terms: Partial<Terms> = {}, options: AdminOptions = {}): ProgramInstruction {
    const { admin = keys.admin, newAdmin = admin, knownPrograms } = options;
    return getUpdateConfigInstruction({
      admin: admin.signer,
      newAdmin: newAdmin.signer,
      config: addresses.config,
      terms: { ...TERMS, ...terms },
      knownPrograms: knownPrograms ?? KNOWN_PROGRAMS,
    });
  }

  /** The operator signs for the wallet, unless somebody else does. */
  openBettor(
    wallet: Key,
    { slots = 4, payer = keys.operator, authority = keys.operator } = {},
  ): ProgramInstruction {
    return getOpenBettorInstruction({
      payer: payer.signer,
      authority: authority.signer,
      wallet: wallet.address,
      bettor: bettorAddress(wallet),
      config: addresses.config,
      slots,
    });
  }

  growBettor(wallet: Key, slots: number, { payer = keys.operator } = {}): ProgramInstruction {
    return getGrowBettorInstruction({ payer: payer.signer, bettor: bettorAddress(wallet), slots });
  }

  closeBettor(
    wallet: Key,
    { rentPayer = keys.operator, isForfeiting = false } = {},
  ): ProgramInstruction {
    return getCloseBettorInstruction({
      wallet: wallet.signer,
      bettor: bettorAddress(wallet),
      rentPayer: rentPayer.address,
      ...(isForfeiting && { forfeitTo: addresses }),
    });
  }

  deposit(wallet: Key, currency: Currency, amount: bigint, { authority = wallet } = {}) {
    const shared = {
      authority: authority.signer,
      vault: vaultAddress(currency),
      bettor: bettorAddress(wallet),
      amount,
    };
    if (currency === Currency.Sol) return getDepositInstruction({ ...shared, currency });
    const sourceToken = utilityAddress(authority);
    return getDepositInstruction({ ...addresses, ...shared, currency, sourceToken });
  }

  withdraw(wallet: Key, currency: Currency, amount: bigint, { authority = wallet } = {}) {
    const shared = {
      authority: authority.signer,
      vault: vaultAddress(currency),
      bettor: bettorAddress(wallet),
      wallet: wallet.address,
      amount,
    };
    if (currency === Currency.Sol) return getWithdrawInstruction({ ...shared, currency });
    const walletToken = utilityAddress(wallet);
    return getWithdrawInstruction({ ...addresses, ...shared, currency, walletToken });
  }

  /** Without anything said the operator becomes the delegate for a day, for up to 2^63 of each. */
  setDelegate(wallet: Key, delegation: Partial<Delegation> | null = {}): ProgramInstruction {
    const defaults: Delegation = {
      delegate: keys.operator.address,
      expiresAt: this.#chain.now + DAY,
      allowanceSol: 1n << 63n,
      allowanceUtility: 1n << 63n,
    };
    return getSetDelegateInstruction({
      wallet: wallet.signer,
      bettor: bettorAddress(wallet),
      config: addresses.config,
      delegation: delegation && { ...defaults, ...delegation },
    });
  }

  setAutoWithdraw(wallet: Key, autoWithdraw: boolean): ProgramInstruction {
    const bettor = bettorAddress(wallet);
    const { config } = addresses;
    return getSetDelegateInstruction({ wallet: wallet.signer, bettor, config, autoWithdraw });
  }

  #config() {
    return getConfigDecoder().decode(this.#chain.getData(addresses.config));
  }

  applyConfig(): ProgramInstruction {
    return getApplyConfigInstruction({ config: addresses.config });
  }

  cancelConfig({ authority = keys.admin } = {}): ProgramInstruction {
    return getCancelConfigInstruction({ authority: authority.signer, config: addresses.config });
  }

  /** Operators or oracles up to a generation lose their power; `operator`: all until now. */
  disableKeys({
    authority = keys.guardian,
    operator = false,
    operatorGeneration = undefined as number | undefined,
    oracleGeneration = undefined as number | undefined,
  } = {}): ProgramInstruction {
    const ofOperator = operatorGeneration ?? (operator && this.#config().operatorGeneration);
    return getDisableKeysInstruction({
      authority: authority.signer,
      config: addresses.config,
      mask: (ofOperator === false ? 0 : 1) + (oracleGeneration === undefined ? 0 : 2),
      oracleGeneration: oracleGeneration ?? 0,
      operatorGeneration: ofOperator || 0,
    });
  }

  /** An oracle market in SOL for an hour that the operator signed, unless told otherwise. */
  createMarket(input: MarketInput = {}): ProgramInstruction {
    const { creator = keys.creator, authority = creator, payer = keys.operator } = input;
    const { operator = keys.operator, currency = Currency.Sol } = input;
    const nonce = input.nonce ?? this.#nonce++;
    const expiresAt = input.expiresAt ?? this.#chain.now + HOUR;
    const seeds = ['market', toBytes(creator.address), u64Bytes(nonce), u64Bytes(expiresAt)];
    const config = this.#config();
    return getCreateMarketInstruction({
      config: addresses.config,
      market: deriveAddress(addresses.program, seeds).address,
      decider: { source: MarketSource.Oracle },
      closesAt: expiresAt,
      refundAt: expiresAt + DAY,
      question: 'Does it happen?',
      condition: '{"type":"attested"}',
      ...input,
      terms: { ...expectedTermsOf(config, currency), ...input.terms },
      currency,
      creator: creator.address,
      authority: authority.signer,
      payer: payer.signer,
      operator: operator?.signer,
      nonce,
      expiresAt,
    });
  }

  /** The authority is the delegate, unless it is the one wallet that bets. */
  placeBets(
    market: Address,
    bets: readonly TestBet[],
    { authority = keys.operator, isStrict = false } = {},
  ): ProgramInstruction {
    const peeked = peekMarket(this.#chain.getData(market));
    return getPlaceBetsInstruction({
      authority: authority.signer,
      market,
      isStrict,
      currency: peeked.currency,
      bets: this.#completeBets(bets, authority),
      config: addresses.config,
      ...(peeked.isGated && { operator: keys.operator.signer }),
      ...(peeked.takesFactAccount && { factAccount: peeked.readSubject() }),
    });
  }

  /** A wallet's own bet, which it signs. */
  placeOwnBet(market: Address, bet: TestBet): ProgramInstruction {
    return this.placeBets(market, [bet], { authority: bet.wallet, isStrict: true });
  }

  #completeBets(bets: readonly TestBet[], authority: Key): BetInput[] {
    const used = new Map<Address, number>();
    return bets.map(({ wallet, ...bet }) => {
      const bettor = bet.bettor ?? bettorAddress(wallet);
      if (wallet === authority || bet.delegated) return { ...bet, bettor };
      const { epoch, highestBetId } = peekBettor(this.#chain.getData(bettor));
      const betId = (used.get(bettor) ?? highestBetId) + 1;
      used.set(bettor, betId);
      return { ...bet, bettor, delegated: { epoch, betId } };
    });
  }

  resolveMarket(
    market: Address,
    outcome: Outcome.Yes | Outcome.No,
    { oracle = keys.oracle } = {},
  ): ProgramInstruction {
    return getResolveMarketInstruction({
      market,
      oracle: oracle.signer,
      config: addresses.config,
      outcome,
      evidenceHash: new Uint8Array(32).fill(7),
    });
  }

  resolveByFact(market: Address, observedAccount: Address): ProgramInstruction {
    return getResolveMarketInstruction({ market, observedAccount });
  }

  vetoMarket(market: Address, { authority = keys.guardian } = {}): ProgramInstruction {
    const { config } = addresses;
    return getVetoMarketInstruction({ authority: authority.signer, config, market });
  }

  refundMarket(market: Address): ProgramInstruction {
    return getRefundMarketInstruction({ market, config: addresses.config });
  }

  settlePositions(market: Address, wallets: readonly Key[], slot = 0): ProgramInstruction {
    const positions = wallets.map((wallet) => ({ bettor: bettorAddress(wallet), slot }));
    return getSettlePositionsInstruction({ market, positions });
  }

  closeMarket(market: Address, { rentPayer = keys.operator } = {}): ProgramInstruction {
    const vault = vaultAddress(peekMarket(this.#chain.getData(market)).currency);
    return getCloseMarketInstruction({ market, vault, rentPayer: rentPayer.address });
  }

  collectFees(currency: Currency): ProgramInstruction {
    const shared = { config: addresses.config, vault: vaultAddress(currency) };
    if (currency === Currency.Sol) {
      return getCollectFeesInstruction({ ...shared, currency, treasury: keys.treasury.address });
    }
    return getCollectFeesInstruction({ ...addresses, ...shared, currency });
  }

  buyBack(buyer: Key, maxPrice: bigint): ProgramInstruction {
    const buyerToken = utilityAddress(buyer);
    return getBuyBackInstruction({ ...addresses, buyer: buyer.signer, buyerToken, maxPrice });
  }
}
