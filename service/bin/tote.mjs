#!/usr/bin/env node
// Node 20 does not run TypeScript by itself; this teaches it and starts the command.
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../src/main.ts');
await main(process.argv.slice(2));
