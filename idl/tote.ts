// The Codama IDL of the program, from program/README.md. `npm run generate` writes idl/tote.json
// and the client in packages/program-client/src/generated from it.
import { programNode, rootNode } from 'codama';
import { accounts } from './accounts.ts';
import { PROGRAM_ADDRESS, pdas } from './addresses.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { instructions } from './instructions.ts';
import { sharedTypes } from './types.ts';

export const tote = rootNode(
  programNode({
    name: 'tote',
    publicKey: PROGRAM_ADDRESS,
    version: '0.1.0',
    docs: 'Holds the money of everyone in one vault per currency and knows who owns which part.',
    pdas,
    accounts,
    instructions,
    definedTypes: [...sharedTypes, ...events],
    errors,
  }),
);
