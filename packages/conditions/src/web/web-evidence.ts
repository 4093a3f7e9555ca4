// The evidence of a market about web sources as text. Its hash goes on chain with the outcome. From
// the text anyone can compute the hash and the verdict again; that the sources said so is the
// oracle's word.
import { getBase64Decoder, getBase64Encoder } from '@solana/kit';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { canonicalJson, isObject } from '../canonical-json.ts';
import type { MarketMoments, Verdict } from '../evaluation/verdict.ts';
import type { WebAnswer, WebEvidence, WebFetch, WebRound } from './web-round.ts';

const VERSION = 1;
/** Named by kit as seen from the bytes. */
const BASE64 = getBase64Decoder();
const TO_BASE64 = getBase64Encoder();

interface WebEvidenceRecord {
  readonly marketId: string;
  /** The canonical text. */
  readonly condition: string;
  readonly moments: MarketMoments;
  readonly web: WebEvidence;
  readonly verdict: Verdict;
}

export function renderWebEvidence({ web, ...record }: WebEvidenceRecord): string {
  const { rounds, polledAt } = web;
  return canonicalJson({
    ...record,
    rounds: rounds.map((round) => round.map(toJson)),
    polledAt,
    version: VERSION,
  });
}

/** One round alone; `bodyBytesMax` cuts what the sources answered. */
export function renderWebRound(round: WebRound, bodyBytesMax: number): string {
  return canonicalJson(
    round.map(({ answer, ...fetch }) => {
      if (!answer) return toJson(fetch);
      return toJson({
        ...fetch,
        answer: { ...answer, body: answer.body.subarray(0, bodyBytesMax) },
      });
    }),
  );
}

export function readWebRound(text: string): WebRound {
  return readRound(JSON.parse(text));
}

/** Undefined unless it is exactly what `renderWebEvidence` writes. */
export function readWebEvidence(text: string): WebEvidenceRecord | undefined {
  try {
    const record = readRecord(JSON.parse(text));
    return record && renderWebEvidence(record) === text ? record : undefined;
  } catch {
    return undefined;
  }
}

function toJson({ answer, ...fetch }: WebFetch) {
  if (!answer) return fetch;
  return { ...fetch, answer: { ...answer, body: BASE64.decode(answer.body) } };
}

function readRecord(value: unknown): WebEvidenceRecord | undefined {
  if (!isObject(value)) return undefined;
  const { marketId, condition, moments, rounds, polledAt, verdict } = value;
  if (typeof marketId !== 'string' || typeof condition !== 'string') return undefined;
  if (!isObject(moments) || !Array.isArray(rounds) || !Array.isArray(polledAt)) return undefined;
  const { createdAt, expiresAt, now } = moments;
  return {
    marketId,
    condition,
    moments: { createdAt: readTime(createdAt), expiresAt: readTime(expiresAt), now: readTime(now) },
    web: { rounds: rounds.map(readRound), polledAt: polledAt.map(readTime) },
    // Not trusted: readers of the evidence compute the verdict again and compare.
    verdict: verdict as Verdict,
  };
}

function readRound(value: unknown): WebRound {
  if (!Array.isArray(value)) throw new RangeError('not a round');
  return value.map(readFetch);
}

function readFetch(value: unknown): WebFetch {
  if (!isObject(value)) throw new RangeError('not a fetch');
  const { url, startedAt, endedAt, answer, failure } = value;
  return {
    url: String(url),
    startedAt: readTime(startedAt),
    endedAt: readTime(endedAt),
    ...(answer !== undefined && { answer: readAnswer(answer) }),
    ...(failure !== undefined && { failure: String(failure) }),
  };
}

function readAnswer(value: unknown): WebAnswer {
  if (!isObject(value) || !isObject(value.headers)) throw new RangeError('not an answer');
  const { status, headers, body, certificate } = value;
  const texts = Object.entries(headers).map(([name, text]) => [name, String(text)]);
  return {
    status: Number(status),
    headers: Object.fromEntries(texts),
    body: Uint8Array.from(TO_BASE64.encode(String(body))),
    certificate: certificate === null ? null : String(certificate),
  };
}

const readTime = (value: unknown): UnixSeconds => unixSeconds(Number(value));
