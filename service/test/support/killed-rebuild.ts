// `tote rebuild --yes` in a process of its own, which kills itself when it has printed a line that
// matches the first argument.
import { readSettings } from '../../src/settings/read-settings.ts';
import { rebuild } from '../../src/wiring/rebuild-command.ts';

const point = new RegExp(process.argv[2] ?? '');

await rebuild(readSettings(process.env, process.cwd()), ['--yes'], {
  print(line) {
    if (point.test(line)) process.kill(process.pid, 'SIGKILL');
  },
});
process.exit();
