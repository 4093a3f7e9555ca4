import { afterAll, beforeAll } from 'vitest';
import { World } from './world.ts';

/** Starts before the tests of a file, and is closed after them. */
export function useWorld(...options: Parameters<typeof World.start>): World {
  const world: World = Object.create(World.prototype);
  beforeAll(async () => {
    Object.assign(world, await World.start(...options));
  });
  afterAll(() => world.close());
  return world;
}
