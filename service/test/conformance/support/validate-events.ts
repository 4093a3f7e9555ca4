// Checks events against the schemas that the service publishes.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { World } from '../../support/world.ts';
import type { Envelope } from './event-reader.ts';

/** What is wrong with each of the events; nothing if all is well. */
export async function listInvalidEvents(
  world: World,
  events: readonly Envelope[],
): Promise<string[]> {
  const { components } = (await world.get('/openapi.json')).body;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'tote', components });
  const validate = ajv.compile({ $ref: 'tote#/components/schemas/FeedEvent' });
  const names = new Map(
    Object.entries<Published>(components.schemas).map(([name, { properties }]) => [
      properties?.type?.const,
      name,
    ]),
  );
  return events.flatMap((event) => {
    const isValid: boolean = validate(event);
    if (isValid) return [];
    const name = names.get(event.type);
    if (name === undefined) return `${event.type} has no schema`;
    const one = ajv.compile({ $ref: `tote#/components/schemas/${name}` });
    one(event);
    return `${JSON.stringify(event)}: ${ajv.errorsText(one.errors)}`;
  });
}

interface Published {
  readonly properties?: { readonly type?: { readonly const?: string } };
}
