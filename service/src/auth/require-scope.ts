import { DomainError, type Scope } from '@tote/domain';
import type { Caller } from './caller.ts';

export function requireScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.has(scope)) throw new DomainError('not_allowed');
}
