// docs/scale.md: the tables between its marks, as `npm run simulate` computes them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { fillPage } from '../simulate-scale/page.ts';

export const renderScale = () => fillPage(readFileSync(join(root, 'docs', 'scale.md'), 'utf8'));
