#!/usr/bin/env node
import { loadCommand } from '../../tools/build/load-command.mjs';

const { main } = await loadCommand(new URL('../src/main.ts', import.meta.url));
await main(process.argv.slice(2));
