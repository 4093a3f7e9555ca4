import { readDocument } from './read-document.ts';
import { renderOperations } from './render-operations.ts';
import { renderTypes } from './render-types.ts';

const FOLDER = 'packages/sdk/src/generated';

export async function renderSdk(): Promise<ReadonlyMap<string, string>> {
  const document = readDocument();
  return new Map([
    [`${FOLDER}/types.ts`, renderTypes(document)],
    [`${FOLDER}/operations.ts`, renderOperations(document)],
  ]);
}
