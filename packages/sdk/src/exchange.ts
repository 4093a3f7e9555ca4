// One request and its answer. What can go wrong between them has a code each.
import type { Deadline } from './deadline.ts';
import { reasonOf, ToteError, type ToteErrorCode } from './errors.ts';
import { parseMarked, plainText } from './json.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer, if it is a good one; otherwise throws a ToteError. The body is not read yet. */
export async function open(
  fetch: Fetch,
  { url, ...request }: HttpRequest,
  deadline: Deadline,
): Promise<Response> {
  const ended = deadline.error();
  if (ended) throw ended;
  let response: Response;
  try {
    response = await fetch(url, { ...request, redirect: 'manual', signal: deadline.signal });
  } catch (cause) {
    const message = `There was no answer from ${new URL(url).origin}: ${reasonOf(cause)}.`;
    throw deadline.error() ?? new ToteError('network_failed', message, { cause });
  }
  if (isRedirect(response)) throw redirected(response);
  if (!response.ok) throw await toError(response, deadline);
  return response;
}

/** The text of an answer. */
export async function readText(response: Response, deadline: Deadline): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    const message = `The answer ended too early: ${reasonOf(cause)}.`;
    const { status } = response;
    throw deadline.error() ?? new ToteError('answer_incomplete', message, { status, cause });
  }
}

/** Marked JSON. */
export function parseAnswer(text: string, response: Response): unknown {
  try {
    return parseMarked(text);
  } catch {
    throw notJson(text, response);
  }
}

/** `fetch` of a browser shows nothing of a redirect; others may have followed it. */
const isRedirect = ({ type, status, redirected }: Response) =>
  type === 'opaqueredirect' || redirected || (status >= 300 && status < 400);

function redirected(response: Response): ToteError {
  const target = response.headers.get('location') ?? (response.redirected ? response.url : '');
  const place = target ? ` to ${target}` : '';
  const message = `The server redirects${place}, which is not followed. Use the right url.`;
  return new ToteError('answer_redirected', message, { status: response.status });
}

function notJson(text: string, { status, headers }: Response): ToteError {
  const type = headers.get('content-type') ?? 'without a type';
  if (type.includes('json') && /^\s*[[{]/.test(text)) {
    const message = 'The answer ended too early: its JSON is not complete.';
    return new ToteError('answer_incomplete', message, { status });
  }
  const message = `The answer is not JSON but ${type}, status ${status}. Is the url right?`;
  return new ToteError('answer_not_json', message, { status });
}

async function toError(response: Response, deadline: Deadline): Promise<ToteError> {
  const { status, headers } = response;
  const text = await readText(response, deadline);
  const after = Number.parseInt(headers.get('retry-after') ?? '', 10);
  const details = {
    status,
    retryAfter: Number.isNaN(after) ? undefined : after,
    requestId: headers.get('x-request-id') ?? undefined,
  };
  const code = headers.get('x-error-code');
  let body: unknown;
  try {
    body = parseAnswer(text, response);
  } catch (error) {
    const { code, message } = error as ToteError;
    return new ToteError(code, message, details);
  }
  const message = plainText((body as { error?: unknown } | null)?.error);
  if (!code || message === undefined) {
    return new ToteError('answer_changed', `The refusal ${status} has no code.`, details);
  }
  return new ToteError(code as ToteErrorCode, message, details);
}
