#!/usr/bin/env node
// Node 20 does not run TypeScript by itself; this teaches it and plays the demo.
import { register } from 'tsx/esm/api';

register();
const { runDemo } = await import('../src/demo-command.ts');
process.exitCode = await runDemo(process.argv.slice(2), {
  print: (text) => console.log(text),
  wallNow: () => new Date(),
});
