// One market for each kind of condition, or several.
import { KINDS } from '@tote/conditions/kinds/index';
import type { Scenario } from '@tote/conditions/kinds/shared/scenario';

export const SCENARIOS: readonly Scenario[] = KINDS.flatMap(({ demo }) => demo);
