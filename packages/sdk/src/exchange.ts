// One request and its answer. Each kind of failure has a code.
import { readAnswer } from './answer.ts';
import type { Deadline } from './deadline.ts';
import { reasonOf, ToteError, type ToteErrorCode } from './errors.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A successful answer, with its body still unread; otherwise throws a ToteError. */
export async function open(
  fetch: Fetch,
  { url, ...request }: HttpRequest,
  deadline: Deadline,
): Promise<Response> {
  const { signal } = deadline;
  const ended = deadline.error();
  if (ended) throw ended;
  const response = await fetch(url, { ...request, redirect: 'manual', signal }).catch((cause) => {
    throw deadline.error() ?? new ToteError('network_failed', reasonOf(cause), { cause });
  });
  const { type, status, redirected, headers } = response;
  // Browsers hide redirects; another `fetch` may have followed one.
  if (type === 'opaqueredirect' || redirected || (status >= 300 && status < 400)) {
    const target = headers.get('location') ?? response.url;
    throw new ToteError('answer_redirected', `Not followed: ${target}.`, {
      status,
    });
  }
  if (!response.ok) throw await toError(response, deadline);
  return response;
}

export async function readText(response: Response, deadline: Deadline): Promise<string> {
  return response.text().catch((cause) => {
    const { status } = response;
    throw (
      deadline.error() ?? new ToteError('answer_incomplete', reasonOf(cause), { status, cause })
    );
  });
}

export function parse(text: string, shape: string, { status, headers }: Response): unknown {
  try {
    return readAnswer(text, shape);
  } catch (error) {
    if (error instanceof ToteError) throw Object.assign(error, { status });
    const type = headers.get('content-type') ?? '';
    const isCut = type.includes('json') && /^[[{]/.test(text);
    const code = isCut ? 'answer_incomplete' : 'answer_not_json';
    throw new ToteError(code, `The answer is ${type}, status ${status}.`, { status });
  }
}

async function toError(response: Response, deadline: Deadline): Promise<ToteError> {
  const { status, headers } = response;
  const after = headers.get('retry-after');
  let code = headers.get('x-error-code') ?? 'answer_changed';
  let message: string;
  try {
    const text = await readText(response, deadline);
    ({ error: message } = parse(text, '{error', response) as { readonly error: string });
  } catch (error) {
    ({ code, message } = error as ToteError);
  }
  return new ToteError(code as ToteErrorCode, message, {
    status,
    // Retry-After may also be a date.
    retryAfter: after === null ? undefined : Number.parseInt(after, 10) || 1,
    requestId: headers.get('x-request-id') ?? undefined,
  });
}
