import { ToteError, type ToteErrorCode } from '@tote/sdk';
import { nameCommands } from './name-commands.ts';

/** The exit codes. docs/cli.md explains them. */
export const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3, differs: 4 } as const;

/** The user declined, or the current state forbids it. Nothing was sent. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

const UNREACHABLE: readonly ToteErrorCode[] = [
  ...(['network_failed', 'timed_out', 'answer_not_json', 'answer_incomplete'] as const),
  ...(['answer_changed', 'answer_redirected'] as const),
];
/** The service, the chain or the transaction is not the expected one. */
const DIFFERENT: readonly ToteErrorCode[] = [
  ...(['other_chain', 'other_service', 'transaction_unexpected'] as const),
];
const WRONG_USAGE: readonly ToteErrorCode[] = ['input_invalid', 'signer_missing'];

export function describeFailure(error: unknown, url?: string) {
  if (error instanceof ToteError) {
    const { code, requestId } = error;
    return { error: sentenceOf(error, url), code, requestId, exitCode: exitCodeOf(code) };
  }
  const { message, name, stack } = error as Error;
  // Errors of the chain package, whose classes are not loaded here.
  if ((error as { code?: unknown }).code === 'chain_unavailable') {
    return { error: `The chain does not answer: ${message}`, exitCode: EXIT.unreachable };
  }
  // Only bugs print a stack.
  const isBug = error instanceof TypeError || error instanceof RangeError;
  const byName: Record<string, number> = {
    UsageError: EXIT.usage,
    UnreachableError: EXIT.unreachable,
  };
  return { error: (isBug && stack) || message, exitCode: byName[name] ?? EXIT.refused };
}

const ALLOW = 'Or let the service bet for you: tote wallet allow.';

/** What to do about SDK errors, which do not say it, so that the SDK stays small. */
const ADVICE: Partial<Record<ToteErrorCode, string>> = {
  network_failed: 'Is it running? Name another with --url.',
  answer_not_json: 'Is --url right?',
  answer_incomplete: 'Try again.',
  answer_changed: 'Is --url right? If it is, update tote.',
  other_chain: 'Check --url and --rpc.',
  other_service: 'If that is right, name it with --origin.',
  ...{ delegate_missing: ALLOW, delegate_disabled: ALLOW, delegate_expired: ALLOW },
  allowance_insufficient: ALLOW,
  transaction_unexpected: 'The service prepared something other than what was requested.',
};

function sentenceOf({ code, message }: ToteError, url: string | undefined): string {
  if (message.startsWith('The node at rpc')) return `${message} Name another with --rpc.`;
  const isSilent = code === 'network_failed';
  const said = isSilent
    ? `There is no answer${url ? ` from ${url}` : ''}: ${message}.`
    : nameCommands(message);
  const advice = ADVICE[code];
  return advice === undefined ? said : `${said} ${advice}`;
}

function exitCodeOf(code: ToteErrorCode): number {
  if (UNREACHABLE.includes(code)) return EXIT.unreachable;
  if (DIFFERENT.includes(code)) return EXIT.differs;
  return WRONG_USAGE.includes(code) ? EXIT.usage : EXIT.refused;
}
