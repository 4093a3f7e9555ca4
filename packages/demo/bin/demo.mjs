#!/usr/bin/env node
// Node 20 cannot run TypeScript. This registers a loader and runs the demo.
import { register } from 'tsx/esm/api';

register();
const { runDemo } = await import('../src/demo-command.ts');
process.exitCode = await runDemo(process.argv.slice(2), {
  print: (text) => console.log(text),
  wallNow: () => new Date(),
});
