#!/usr/bin/env node
import { loadCommand } from '../../../tools/build/load-command.mjs';

const { runDemo } = await loadCommand(new URL('../src/demo/demo-command.ts', import.meta.url));
const { startIn } = await loadCommand(new URL('../../../service/src/main.ts', import.meta.url));
process.exitCode = await runDemo(process.argv.slice(2), {
  print: (text) => console.log(text),
  startService: startIn,
});
