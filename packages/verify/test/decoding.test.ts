// The verifier's decoders beside those of the service, on a history with every kind of event.
import type { RpcTransport } from '@solana/kit';
import { findEvents, parseCreateMarketInstruction } from '@tote/program-client';
import { expect, test } from 'vitest';
import { createHistory } from '../../../service/test/support/history.ts';
import { playWholeHistory } from '../../../service/test/support/whole-history.ts';
import { fetchTransaction, listSignatures } from '../src/history/fetch-transaction.ts';
import { listSteps } from '../src/history/list-events.ts';
import type { ChainNode } from '../src/history/node.ts';
import { type ProgramEvent, TAG } from '../src/history/read-event.ts';
import { type Clause, readCreateMarket } from '../src/history/read-instruction.ts';
import { type Json, parseLossless, pick } from '../src/json.ts';
import { readHistory } from '../src/read-history.ts';

const NAMES: Readonly<Record<string, number>> = {
  MarketCreated: TAG.createMarket,
  BetsPlaced: TAG.placeBets,
  MarketResolved: TAG.resolveMarket,
  MarketVetoed: TAG.vetoMarket,
  MarketRefunded: TAG.refundMarket,
  PositionsSettled: TAG.settlePositions,
  MarketClosed: TAG.closeMarket,
  FeesCollected: TAG.collectFees,
  BoughtBack: TAG.buyBack,
};

/** A node in this process. */
function nodeOf(transport: RpcTransport): ChainNode {
  return {
    async call(method, params) {
      const payload = { jsonrpc: '2.0', id: 1, method, params };
      const reply: unknown = await transport({ payload });
      const text = JSON.stringify(reply, (_key, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      );
      return pick(parseLossless(text), 'result') as Json;
    },
  };
}

/** The fields that both have are equal; the verifier has hashes as hex. */
function compareFields(event: ProgramEvent, fields: object): number {
  const own: Readonly<Record<string, unknown>> = { ...event };
  const shared = Object.entries(fields).filter(([name]) => name in own);
  for (const [name, value] of shared) {
    const isBytes = value instanceof Uint8Array || (Array.isArray(value) && value.length === 32);
    const isHash = name.endsWith('Hash') && isBytes;
    expect([name, own[name]]).toEqual([name, isHash ? Buffer.from(value).toString('hex') : value]);
  }
  return shared.length;
}

test('both read the same from every transaction', async () => {
  const history = await createHistory();
  const { markets } = await playWholeHistory(history);
  const { chain, localnet } = history.world;
  const { programAddress } = chain;
  const node = nodeOf(localnet.rpcTransport);
  const seen = new Set<number>();
  for (const signature of await listSignatures(node, programAddress)) {
    const transaction = await fetchTransaction(node, signature);
    const landed = await chain.fetchLanded(signature);
    if (!transaction || !landed) throw new Error(`${signature} is missing`);
    expect(transaction.isFailed).toBe(landed.error !== null);
    expect([transaction.slot, transaction.blockTime]).toEqual([landed.slot, landed.blockTime]);
    expect(
      transaction.instructions.map(({ program, accounts, data }) => [program, accounts, [...data]]),
    ).toEqual(
      landed.instructions.map((each) => [each.programAddress, each.accounts, [...each.data]]),
    );
    const steps = listSteps(transaction, programAddress);
    const events = landed.error ? [] : findEvents(landed.logs, programAddress);
    expect(steps).toHaveLength(events.length);
    for (const [index, { event, instruction }] of steps.entries()) {
      const { name, ...fields } = events[index] ?? { name: '' };
      expect(event?.tag).toBe(NAMES[name]);
      if (!event) continue;
      seen.add(event.tag);
      expect(compareFields(event, fields)).toBeGreaterThanOrEqual(3);
      if (event.tag !== TAG.createMarket) continue;
      const sent = readCreateMarket(instruction);
      const { clauses, question, condition } = parseCreateMarketInstruction(instruction);
      expect(sent).toMatchObject({ question: { text: question }, condition: { text: condition } });
      expect(sent.clauses).toEqual(clauses);
    }
  }
  expect([...seen].sort((a, b) => a - b)).toEqual(Object.values(TAG));
  for (const market of Object.values(markets)) {
    const { pools, positions, created } = await readHistory({ node, programAddress }, market);
    const sum = [...positions.values()].reduce(
      (all, each) => all + each.stakeYes + each.stakeNo,
      0n,
    );
    expect(sum).toBe(pools.yes + pools.no);
    expect(created.event.market).toBe(market);
  }
});

test('clauses of every type are read from their bytes', () => {
  const head = Buffer.alloc(8);
  head.set([8, 0, 0, 3]);
  const clauses: [Clause, number[]][] = [
    [{ offset: 1, type: 'u8', comparator: 'eq', value: 7n }, [1, 0, 0, 0, 7]],
    [{ offset: 258, type: 'u16', comparator: 'ne', value: 256n }, [2, 1, 1, 1, 0, 1]],
    [{ offset: 0, type: 'u32', comparator: 'lt', value: 1n }, [0, 0, 2, 2, 1, 0, 0, 0]],
    [
      { offset: 0, type: 'u64', comparator: 'lte', value: 2n ** 64n - 1n },
      [0, 0, 3, 3, ...new Uint8Array(8).fill(255)],
    ],
    [{ offset: 0, type: 'i32', comparator: 'gt', value: -1n }, [0, 0, 4, 4, 255, 255, 255, 255]],
    [
      { offset: 0, type: 'i64', comparator: 'gte', value: -2n },
      [0, 0, 5, 5, 254, ...new Uint8Array(7).fill(255)],
    ],
    [
      { offset: 9, type: 'i64', comparator: 'lte', secondsAfterExpiry: 60n },
      [9, 0, 0x85, 3, 60, ...new Uint8Array(7)],
    ],
    [
      { offset: 3, type: 'bytes32', comparator: 'ne', value: new Uint8Array(32).fill(4) },
      [3, 0, 6, 1, ...new Uint8Array(32).fill(4)],
    ],
  ];
  const encoded = Buffer.from(clauses.flatMap(([, bytes]) => bytes));
  const fixed = Buffer.alloc(32 + 8 + 16);
  fixed.writeUInt16LE(2, 32);
  fixed.writeUInt16LE(1, 34);
  fixed.writeUInt16LE(encoded.length, 36);
  const texts = Buffer.from('Q?C');
  const read = (count: number, bytes: Buffer) => {
    head[4] = count;
    const data = Uint8Array.from(Buffer.concat([head, fixed, Buffer.alloc(64, 1), bytes, texts]));
    return readCreateMarket({ data, accounts: [], program: 'x' as never });
  };
  expect(read(clauses.length, encoded).clauses).toEqual(clauses.map(([clause]) => clause));
  expect(read(clauses.length, encoded).question.text).toBe('Q?');
  expect(() => read(clauses.length - 1, encoded)).toThrow(RangeError);
  expect(() => read(clauses.length + 1, encoded)).toThrow(RangeError);
  for (const [offset, byte] of [
    [2, 7],
    [3, 6],
  ] as const) {
    const wrong = Buffer.from(encoded);
    wrong[offset] = byte;
    expect(() => read(clauses.length, wrong)).toThrow(RangeError);
  }
});
