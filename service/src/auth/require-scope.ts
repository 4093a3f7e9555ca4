import { DomainError } from '@tote/domain';
import type { Caller } from './caller.ts';
import type { Scope } from './scopes.ts';

export function requireScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.has(scope)) throw new DomainError('not_allowed');
}
