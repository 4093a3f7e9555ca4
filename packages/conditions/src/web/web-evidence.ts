// The evidence of a market about web sources as text. Its hash goes on chain with the outcome. From
// the text anyone can compute the hash and the verdict again; that the sources said so is the
// oracle's word.
import { getBase64Decoder, getBase64Encoder } from '@solana/kit';
import { canonicalJson } from '../canonical-json.ts';
import {
  asObject,
  type EvidenceHead,
  listOf,
  readExactly,
  readHead,
  readTime,
} from '../evidence-text.ts';
import type { WebAnswer, WebEvidence, WebFetch, WebRound } from './web-round.ts';

const VERSION = 1;
/** Named by kit as seen from the bytes. */
const BASE64 = getBase64Decoder();
const TO_BASE64 = getBase64Encoder();

interface WebEvidenceRecord extends EvidenceHead {
  readonly web: WebEvidence;
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

export function readWebEvidence(text: string): WebEvidenceRecord | undefined {
  return readExactly(text, readRecord, renderWebEvidence);
}

function toJson({ answer, ...fetch }: WebFetch) {
  if (!answer) return fetch;
  return { ...fetch, answer: { ...answer, body: BASE64.decode(answer.body) } };
}

function readRecord(value: Readonly<Record<string, unknown>>): WebEvidenceRecord {
  const { rounds, polledAt } = value;
  const web = { rounds: listOf(rounds, readRound), polledAt: listOf(polledAt, readTime) };
  return { ...readHead(value), web };
}

const readRound = (value: unknown): WebRound => listOf(value, readFetch);

function readFetch(value: unknown): WebFetch {
  const { url, startedAt, endedAt, answer, failure } = asObject(value);
  return {
    url: String(url),
    startedAt: readTime(startedAt),
    endedAt: readTime(endedAt),
    ...(answer !== undefined && { answer: readAnswer(answer) }),
    ...(failure !== undefined && { failure: String(failure) }),
  };
}

function readAnswer(value: unknown): WebAnswer {
  const { status, headers, body, certificate } = asObject(value);
  const texts = Object.entries(asObject(headers)).map(([name, text]) => [name, String(text)]);
  return {
    status: Number(status),
    headers: Object.fromEntries(texts),
    body: Uint8Array.from(TO_BASE64.encode(String(body))),
    certificate: certificate === null ? null : String(certificate),
  };
}
