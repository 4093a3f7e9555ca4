import type { Address } from '@solana/kit';
import { Outcome, type ProgramInstruction } from '@tote/program-client';
import { HOUR, type MarketInput } from '../../program/test/support/build.ts';
import { latchedFact, stateFact } from '../../program/test/support/facts.ts';
import { addresses, keys } from '../../program/test/support/genesis.ts';
import { createKey, type Key } from '../../program/test/support/key.ts';
import { type Measurement, measure } from './measurement.ts';
import { pythFact, pythUpdate } from './pyth-fact.ts';
import { Scene } from './scene.ts';

const QUESTION = 'Is one SOL worth 250 US dollars or more on Friday at 18:00 ?';
const CONDITION = '{"asset":"SOL","at":"expiry","comparator":"gte","type":"price","value":"250"}';
/** So late that a state fact would no longer count. */
const LATE_SECONDS = 121n;
const observed = createKey('observed account').address;
const { creator, oracle, guardian, keeper, operator } = keys;

function send(scene: Scene, what: string, feePayer: Key, instruction: ProgramInstruction) {
  return measure(scene.world, { what, feePayer, instructions: [instruction] });
}

export function measureCreation(): Measurement[] {
  const create = (what: string, input: MarketInput, feePayer = creator) => {
    const scene = new Scene();
    const closesAt = scene.world.now + HOUR - 60n;
    const texts = { question: QUESTION, condition: CONDITION };
    const given = { payer: feePayer, ...texts, ...input, closesAt };
    return send(scene, what, feePayer, scene.world.build.createMarket(given));
  };
  return [
    create('create_market, oracle, by its creator and the operator', {}),
    create('create_market, oracle, by its creator alone', { operator: null }),
    create('create_market, oracle, by the operator', { authority: operator }, operator),
    create('create_market, timed fact (Pyth, 10 clauses)', { decider: pythFact }),
    create('create_market, state fact (1 clause)', { decider: stateFact(observed) }),
    create('create_market, latched fact (2 clauses)', { decider: latchedFact(observed) }),
  ];
}

export function measureResolution(): Measurement[] {
  return [
    resolveByOracle(),
    resolveByFact('timed fact (Pyth, 10 clauses)', (scene) => {
      const expiresAt = scene.world.now + HOUR;
      const times = { expiresAt, closesAt: expiresAt - 60n };
      const market = scene.market({ decider: pythFact, ...times });
      scene.world.at(expiresAt);
      const data = pythUpdate(expiresAt);
      scene.world.setAccount(observed, { data, owner: addresses.factProgram });
      return market;
    }),
    resolveByFact('state fact (1 clause)', (scene) => {
      const { market } = scene.world.createStateMarket();
      scene.stakeBoth(market);
      scene.world.setState(observed, 1n);
      scene.world.advance(HOUR);
      return market;
    }),
    resolveByFact('latched fact (2 clauses), late', (scene) => {
      const { market } = scene.world.createLatchedMarket({ name: 'observed account' });
      scene.stakeBoth(market);
      scene.world.advance(HOUR + LATE_SECONDS);
      return market;
    }),
    veto(),
    refund(),
  ];
}

function resolveByOracle(): Measurement {
  const scene = new Scene();
  const market = scene.market();
  scene.world.advance(HOUR);
  const resolve = scene.world.build.resolveMarket(market, Outcome.Yes);
  return send(scene, 'resolve_market, oracle', oracle, resolve);
}

function resolveByFact(what: string, prepare: (scene: Scene) => Address): Measurement {
  const scene = new Scene();
  const resolve = scene.world.build.resolveByFact(prepare(scene), observed);
  return send(scene, `resolve_market, ${what}`, keeper, resolve);
}

function veto(): Measurement {
  const scene = new Scene();
  const { world } = scene;
  world.must(world.build.updateConfig({ vetoSeconds: 600 }));
  const market = scene.market();
  world.resolve(market, Outcome.Yes);
  return send(scene, 'veto_market', guardian, world.build.vetoMarket(market));
}

function refund(): Measurement {
  const scene = new Scene();
  const { world } = scene;
  const market = scene.market();
  world.at(world.getMarket(market).refundAt);
  return send(scene, 'refund_market', keeper, world.build.refundMarket(market));
}
