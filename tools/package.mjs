// Packages the app for this platform, unpacked, into release/: `npm run package`. Setup and build come first.
import { inNodeModules, ROOT } from './paths.mjs';
import { runTool, say } from './progress.mjs';
import { runCommand } from './setup/run-command.mjs';

async function packageApp() {
  runCommand(process.execPath, ['tools/setup.mjs', 'start'], 'See the message above.', { cwd: ROOT });
  const { obtainRuntime } = await import('./setup/obtain-runtime.mjs');
  const runtime = await obtainRuntime();
  const { describeRuntime } = await import('./electron-runtime.mjs');
  say(`packaging with ${describeRuntime(runtime)}`);
  const settings = ['--dir', '--publish=never', `--config.electronDist=${runtime.dist}`];
  const version = `--config.electronVersion=${runtime.version}`;
  const command = [inNodeModules('electron-builder/cli.js'), ...settings, version];
  runCommand(process.execPath, command, 'See the message above.', { cwd: ROOT, shell: false });
  say('packaged into release/');
  if (runtime.source === 'stand-in')
    say('This package contains the stand-in runtime. For tests only; never ship it.');
}

await runTool(packageApp);
