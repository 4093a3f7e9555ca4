// `tote rebuild --yes` in a process of its own, which kills itself when it has printed a line that
// matches the first argument.
import { readConfig } from '../../src/settings/config.ts';
import { rebuild } from '../../src/wiring/rebuild-command.ts';

const point = new RegExp(process.argv[2] ?? '');

await rebuild(readConfig(process.env, process.cwd()), ['--yes'], {
  print(line) {
    if (point.test(line)) process.kill(process.pid, 'SIGKILL');
  },
});
process.exit();
