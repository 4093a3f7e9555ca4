import { type Decoder, getAddressDecoder, type ReadonlyUint8Array } from '@solana/kit';
import { EVENT_VERSION, readBetsPlaced } from './bets-placed-event.ts';
import type { EventFields, EventName, ToteEvent } from './event-types.ts';
import {
  getBettorClosedEventDecoder,
  getBettorGrownEventDecoder,
  getBettorOpenedEventDecoder,
  getBoughtBackEventDecoder,
  getConfigAnnouncedEventDecoder,
  getConfigAppliedEventDecoder,
  getConfigCancelledEventDecoder,
  getDelegateSetEventDecoder,
  getDepositedEventDecoder,
  getFeesCollectedEventDecoder,
  getInitializedEventDecoder,
  getKeysDisabledEventDecoder,
  getMarketClosedEventDecoder,
  getMarketCreatedEventDecoder,
  getMarketRefundedEventDecoder,
  getMarketResolvedEventDecoder,
  getMarketVetoedEventDecoder,
  getPositionsSettledEventDecoder,
  getWithdrawnEventDecoder,
} from './generated/types';

type Decode<T> = (bytes: ReadonlyUint8Array) => T;

const DECODERS: { [Name in EventName]: Decode<EventFields[Name]> } = {
  Initialized: exactly(getInitializedEventDecoder()),
  ConfigAnnounced: exactly(getConfigAnnouncedEventDecoder()),
  BettorOpened: exactly(getBettorOpenedEventDecoder()),
  BettorGrown: exactly(getBettorGrownEventDecoder()),
  BettorClosed: exactly(getBettorClosedEventDecoder()),
  Deposited: exactly(getDepositedEventDecoder()),
  Withdrawn: exactly(getWithdrawnEventDecoder()),
  DelegateSet: exactly(getDelegateSetEventDecoder()),
  MarketCreated: exactly(getMarketCreatedEventDecoder()),
  BetsPlaced: decodeBetsPlaced,
  MarketResolved: exactly(getMarketResolvedEventDecoder()),
  MarketVetoed: exactly(getMarketVetoedEventDecoder()),
  MarketRefunded: exactly(getMarketRefundedEventDecoder()),
  PositionsSettled: decodePositionsSettled,
  MarketClosed: exactly(getMarketClosedEventDecoder()),
  FeesCollected: exactly(getFeesCollectedEventDecoder()),
  BoughtBack: exactly(getBoughtBackEventDecoder()),
  ConfigApplied: exactly(getConfigAppliedEventDecoder()),
  ConfigCancelled: exactly(getConfigCancelledEventDecoder()),
  KeysDisabled: exactly(getKeysDisabledEventDecoder()),
};

const NAMES = Object.keys(DECODERS) as EventName[];

/** Decodes one event. Throws on an unknown tag or version and on a wrong length. */
export function decodeEvent(bytes: ReadonlyUint8Array): ToteEvent {
  const name = NAMES[bytes[0] ?? -1];
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
    assertLength(bytes, decoder.fixedSize ?? 0);
    return decoder.decode(bytes);
  };
}

function assertLength(bytes: ReadonlyUint8Array, length: number) {
  if (bytes.length === length) return;
  throw new RangeError(`an event with tag ${bytes[0]} of ${bytes.length} bytes, not ${length}`);
}

function decodeBetsPlaced(bytes: ReadonlyUint8Array): EventFields['BetsPlaced'] {
  const { marketBytes, ...fields } = readBetsPlaced(bytes);
  return { ...fields, market: getAddressDecoder().decode(marketBytes) };
}

/** The head, then a u64 payout for each position, then a verdict for each, and nothing else. */
function decodePositionsSettled(bytes: ReadonlyUint8Array): EventFields['PositionsSettled'] {
  const head = positionsSettledHead.decode(bytes);
  const { settled, market, sequence, openPositions, held, positionCount: count } = head;
  const tail = head.tail.length;
  if (tail !== count * 9) throw new RangeError(`${tail} bytes are not the results of ${count}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - tail, tail);
  const positions = Array.from({ length: count }, (_, index) => ({
    payout: view.getBigUint64(8 * index, true),
    verdict: view.getUint8(8 * count + index),
  }));
  return { settled, market, sequence, openPositions, held, positions };
}

const positionsSettledHead = getPositionsSettledEventDecoder();
