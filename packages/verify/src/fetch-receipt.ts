// Fetches the receipt from the service. It is not trusted: it is what gets verified.
import { type Answer, type Json, listOf, pick, reasonOf, request, textAt } from './json.ts';

export interface ServedReceipt {
  readonly receipt: Json;
  /** From all pages. */
  readonly payouts: readonly Json[];
  /** The hashes of samples that the evidence names by their root, from all pages. */
  readonly sampleHashes: readonly Json[];
  /** The launches that the evidence counts, from all pages. */
  readonly launches: readonly Json[];
}

const PAGE = 100;

/** Throws with the service's error message if there is none. */
export async function fetchReceipt(baseUrl: string, marketId: string): Promise<ServedReceipt> {
  const market = `${baseUrl}/markets/${encodeURIComponent(marketId)}`;
  const receipt = await fetchJson(`${market}/resolution?limit=${PAGE}`);
  const payouts = [...listOf(pick(receipt, 'payouts'))];
  const positions = Number(pick(receipt, 'settlement', 'positions'));
  while (payouts.length > 0 && payouts.length < positions) {
    const last = encodeURIComponent(textAt(payouts.at(-1), 'bettor'));
    const url = `${market}/payouts?limit=${PAGE}&after=${last}`;
    const page = listOf(await fetchJson(url));
    if (page.length === 0) break;
    payouts.push(...page);
  }
  const count = Number(pick(receipt, 'evidence', 'sampleHashes', 'count') ?? 0);
  const sampleHashes = await fetchLeaves(`${market}/samples`, count);
  const counts = listOf(pick(receipt, 'observations')).map((each) =>
    Number(pick(each, 'launches', 'count') ?? 0),
  );
  const launches = await fetchLeaves(`${market}/launches`, Math.max(0, ...counts));
  return { receipt, payouts, sampleHashes, launches };
}

async function fetchLeaves(url: string, count: number): Promise<Json[]> {
  const leaves: Json[] = [];
  while (leaves.length < count) {
    const page = listOf(await fetchJson(`${url}?offset=${leaves.length}`));
    if (page.length === 0) break;
    leaves.push(...page);
  }
  return leaves;
}

async function fetchJson(url: string): Promise<Json> {
  const { status, body } = await ask(url);
  if (status === 200 && body !== undefined) return body;
  const reason = pick(body, 'error');
  throw new Error(typeof reason === 'string' ? reason : `${url} answers ${status}.`);
}

async function ask(url: string): Promise<Answer> {
  try {
    return await request(url);
  } catch (error) {
    throw new Error(`No service answers at ${url}: ${reasonOf(error)}`);
  }
}
