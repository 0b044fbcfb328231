// Prepares `npm pack`: an up-to-date build, the types of what the package exports, and the OpenAPI document.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged } from './build.mjs';
import { DIST, inNodeModules, OUT, ROOT } from './paths.mjs';
import { runTool } from './progress.mjs';
import { runCommand } from './setup/run-command.mjs';

await runTool(async () => {
  runCommand(process.execPath, ['tools/setup.mjs', 'start'], 'See the message above.', { cwd: ROOT });
  await buildIfChanged();
  const compiler = inNodeModules('typescript/bin/tsc');
  runCommand(process.execPath, [compiler, '-b', 'fixtures'], 'Run: npm run check', { cwd: ROOT });
  const types = join(OUT, 'types/fixtures/process/start-understudy.d.ts');
  copyFileSync(types, join(DIST, 'package/start-understudy.d.ts'));
  copyFileSync(join(ROOT, 'protocol/contract/openapi.json'), join(DIST, 'package/openapi.json'));
});
