#!/usr/bin/env node
// Node 20 cannot run TypeScript. This registers a loader and starts the command.
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../src/cli.ts');
await main(process.argv.slice(2));
