import { type Decoder, getAddressDecoder, type ReadonlyUint8Array } from '@solana/kit';
import { EVENT_VERSION, readBetsPlaced } from './bets-placed-event.ts';
import * as generated from './generated/types';

type Decode<T> = (bytes: ReadonlyUint8Array) => T;

export interface PositionResult {
  payout: bigint;
  verdict: number;
}

/** In the order of their tags. */
const DECODERS = {
  Initialized: exactly(generated.getInitializedEventDecoder()),
  ConfigAnnounced: exactly(generated.getConfigAnnouncedEventDecoder()),
  BettorOpened: exactly(generated.getBettorOpenedEventDecoder()),
  BettorGrown: exactly(generated.getBettorGrownEventDecoder()),
  BettorClosed: exactly(generated.getBettorClosedEventDecoder()),
  Deposited: exactly(generated.getDepositedEventDecoder()),
  Withdrawn: exactly(generated.getWithdrawnEventDecoder()),
  DelegateSet: exactly(generated.getDelegateSetEventDecoder()),
  MarketCreated: exactly(generated.getMarketCreatedEventDecoder()),
  BetsPlaced: decodeBetsPlaced,
  MarketResolved: exactly(generated.getMarketResolvedEventDecoder()),
  MarketVetoed: exactly(generated.getMarketVetoedEventDecoder()),
  MarketRefunded: exactly(generated.getMarketRefundedEventDecoder()),
  PositionsSettled: decodePositionsSettled,
  MarketClosed: exactly(generated.getMarketClosedEventDecoder()),
  FeesCollected: exactly(generated.getFeesCollectedEventDecoder()),
  BoughtBack: exactly(generated.getBoughtBackEventDecoder()),
  ConfigApplied: exactly(generated.getConfigAppliedEventDecoder()),
  ConfigCancelled: exactly(generated.getConfigCancelledEventDecoder()),
  KeysDisabled: exactly(generated.getKeysDisabledEventDecoder()),
};

export type EventName = keyof typeof DECODERS;

export type EventFields = { [Name in EventName]: ReturnType<(typeof DECODERS)[Name]> };

export type EventOf<Name extends EventName> = { name: Name } & Omit<
  EventFields[Name],
  'tag' | 'version'
>;

export type ToteEvent = { [Name in EventName]: EventOf<Name> }[EventName];

/** In the order of the instructions that emit them: an event has the tag of its instruction. */
export const EVENT_NAMES = Object.keys(DECODERS) as readonly EventName[];

/** Decodes one event. Throws on an unknown tag or version and on a wrong length. */
export function decodeEvent(bytes: ReadonlyUint8Array): ToteEvent {
  const name = EVENT_NAMES[bytes[0] ?? -1];
  if (!name) throw new RangeError(`no event has the tag ${bytes[0]}`);
  if (bytes[1] !== EVENT_VERSION) {
    throw new RangeError(`${name} has version ${bytes[1]}, not ${EVENT_VERSION}`);
  }
  const fields = DECODERS[name](bytes) as EventFields[EventName] & { tag?: 0; version?: 0 };
  const { tag: _tag, version: _version, ...rest } = fields;
  return { name, ...rest } as ToteEvent;
}

function exactly<T>(decoder: Decoder<T> & { fixedSize?: number }): Decode<T> {
  return (bytes) => {
    const length = decoder.fixedSize ?? 0;
    if (bytes.length === length) return decoder.decode(bytes);
    throw new RangeError(`an event with tag ${bytes[0]} of ${bytes.length} bytes, not ${length}`);
  };
}

function decodeBetsPlaced(bytes: ReadonlyUint8Array) {
  const { marketBytes, ...fields } = readBetsPlaced(bytes);
  return { ...fields, market: getAddressDecoder().decode(marketBytes) };
}

/** The head, then a u64 payout for each position, then a verdict for each, and nothing else. */
function decodePositionsSettled(bytes: ReadonlyUint8Array) {
  const head = positionsSettledHead.decode(bytes);
  const { settled, market, sequence, openPositions, held, positionCount: count } = head;
  const tail = head.tail.length;
  if (tail !== count * 9) throw new RangeError(`${tail} bytes are not the results of ${count}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - tail, tail);
  const positions = Array.from(
    { length: count },
    (_, index): PositionResult => ({
      payout: view.getBigUint64(8 * index, true),
      verdict: view.getUint8(8 * count + index),
    }),
  );
  return { settled, market, sequence, openPositions, held, positions };
}

const positionsSettledHead = generated.getPositionsSettledEventDecoder();
