import { inspect, isDeepStrictEqual } from 'node:util';
import { type Address, type Instruction, isWritableRole } from '@solana/kit';
import { decodeEvent, type ToteEvent } from '@tote/program-client';
import type { Checkpoint } from '../support/chain.ts';
import { addresses } from '../support/genesis.ts';
import type { Result } from '../support/result.ts';
import type { World } from '../support/world.ts';
import { addLamports } from './coins.ts';
import { compare, fail } from './compare.ts';
import { createModelWorld, ModelMaker } from './create-model.ts';
import type { Market, Model } from './model.ts';
import { type Plan, predict, type Refusal, type Transaction } from './plan.ts';
import type { Profile } from './profile.ts';
import { PROLOGUES, type PrologueName } from './prologues.ts';
import { Statistics } from './statistics.ts';

/** How often everything is compared, whether the command touched it or not. */
const COMMANDS_PER_COUNT = 10;
const DATA = 'Program data: ';

type Events = readonly (ToteEvent | null)[];

/** The real program, next to the model's word about it. */
export class Harness {
  readonly world: World;
  readonly statistics = new Statistics();
  readonly initialSupply: bigint;
  readonly #profile: Profile;
  readonly #maker: ModelMaker;
  readonly #starts: ReadonlyMap<PrologueName, Checkpoint>;
  #commands = 0;

  constructor(profile: Profile) {
    this.#profile = profile;
    this.world = createModelWorld(profile);
    this.#maker = new ModelMaker(this.world, profile);
    this.initialSupply = this.world.getUtilitySupply();
    const genesis = this.world.save();
    const names = Object.keys(PROLOGUES) as PrologueName[];
    this.#starts = new Map(
      names.map((name) => {
        this.world.restore(genesis);
        const model = this.#maker.create(new Statistics());
        PROLOGUES[name](model, profile, (transaction) => this.execute(model, transaction));
        return [name, this.world.save()];
      }),
    );
  }

  /** Goes to where a prologue ended. Its transactions are not sent again, only predicted. */
  start(name: PrologueName): Model {
    const checkpoint = this.#starts.get(name);
    if (checkpoint) this.world.restore(checkpoint);
    const model = this.#maker.create(this.statistics);
    PROLOGUES[name](model, this.#profile, (transaction) => transaction.apply());
    const { address } = this.world.feePayer;
    model.lamports.set(address, this.world.getLamports(address));
    return model;
  }

  execute(model: Model, plan: Plan): void {
    this.#commands += 1;
    const isCounted = this.#commands % COMMANDS_PER_COUNT === 0;
    if ('change' in plan) {
      plan.change(this.world);
      model.statistics.count(plan.kind);
    } else {
      const touched = this.#send(model, plan);
      if (!isCounted) this.#check(model, touched);
    }
    if (isCounted) this.checkAll(model);
  }

  /** Returns what the transaction may have written to: the runtime sees to the rest. */
  #send(model: Model, transaction: Transaction): Set<Address> {
    const built = transaction.build(this.world);
    const instructions = 'programAddress' in built ? [built] : built;
    const prediction = predict(transaction);
    const result = this.world.send(instructions);
    const { address } = this.world.feePayer;
    addLamports(model, address, -result.fee);
    if ('refusal' in prediction) {
      const error = expectRefusal(transaction.kind, prediction.refusal, result);
      model.statistics.countRefused(error);
    } else {
      this.#expectSuccess(transaction.kind, prediction.events, result);
      model.statistics.count(transaction.kind, prediction.events);
    }
    return new Set([address, ...instructions.flatMap(writableOf)]);
  }

  #expectSuccess(kind: string, expected: Events, result: Result): void {
    if (!result.ok) fail(`${kind} should succeed, but ${result.describe()}`);
    const lines = result.logs.filter((line) => line.startsWith(DATA));
    const encoded = lines.map((line) => line.slice(DATA.length));
    const events = encoded.map((text) => decodeEvent(new Uint8Array(Buffer.from(text, 'base64'))));
    const wanted = expected.filter((event) => event !== null);
    if (!isDeepStrictEqual(events, wanted)) {
      fail(`${kind}: the model says ${inspect(wanted)}, the log ${inspect(events)}`);
    }
    if (expected.at(-1)) {
      const returned = Buffer.from(result.returnData).toString('base64');
      if (returned !== encoded.at(-1)) fail(`${kind}: the return data is not the event`);
    }
  }

  /** Everything, and the money once more without the model. */
  checkAll(model: Model): void {
    this.#check(model, null);
    this.world.expectConserved();
  }

  #check(model: Model, touched: ReadonlySet<Address> | null): void {
    const { statistics } = model;
    statistics.comparisons += compare(this.world, model, touched);
    const books = readBooks(model);
    const discrepancy = books.map(discrepancyOf).reduce((a, b) => a + b);
    statistics.discrepancy += discrepancy;
    if (discrepancy > 0n) fail(`the books do not add up: ${inspect(books)}`);
  }
}

function writableOf({ accounts = [] }: Instruction): Address[] {
  return accounts.filter(({ role }) => isWritableRole(role)).map(({ address }) => address);
}

/** Returns the name of the error. */
function expectRefusal(kind: string, { errors, message }: Refusal, result: Result): string {
  const { error } = result;
  const isRight = errors.some((name) => {
    return name === 'other' ? error?.kind === 'other' : error?.name === name;
  });
  if (!error || !isRight) fail(`${kind} should fail with ${message}, but ${result.describe()}`);
  return error.name;
}

/** Per currency, what is owed and what it consists of. */
interface Books {
  owed: bigint;
  /** What the vault has, donations apart. */
  held: bigint;
  available: bigint;
  unsettled: bigint;
  fees: bigint;
}

/** The model's books. They are the chain's, since all accounts were compared. */
function readBooks(model: Model): Books[] {
  return model.vaults.map(({ currency, owed, donated, feesBurn, feesDeveloper }) => ({
    owed,
    held: currency === 1 ? (model.tokens.get(addresses.vaultToken) ?? 0n) - donated : owed,
    available: model.bettors.reduce((sum, { account }) => {
      return sum + (account?.available[currency] ?? 0n);
    }, 0n),
    unsettled: model.markets
      .filter((market) => market.currency === currency)
      .reduce((sum, market) => sum + unsettledOf(market), 0n),
    fees: feesBurn + feesDeveloper,
  }));
}

function unsettledOf({ settlement, pools, held }: Market): bigint {
  return settlement ? held : pools.yes + pools.no;
}

/** Base units that are owed to nobody, or to somebody but not counted. */
function discrepancyOf({ owed, held, available, unsettled, fees }: Books): bigint {
  return absolute(owed - available - unsettled - fees) + absolute(held - owed);
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
