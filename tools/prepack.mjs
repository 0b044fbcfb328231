// Prepares `npm pack`: an up-to-date build, the types of what the package exports, and the OpenAPI document.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ENTRIES } from './build/package.config.mjs';
import { copyTypes } from './build/package-types.mjs';
import { buildIfChanged } from './build.mjs';
import { DIST, inNodeModules, OUT, ROOT } from './paths.mjs';
import { runTool } from './progress.mjs';
import { runCommand } from './setup/run-command.mjs';

await runTool(async () => {
  runCommand(process.execPath, ['tools/setup.mjs', 'start'], 'See the message above.', { cwd: ROOT });
  await buildIfChanged();
  const compiler = inNodeModules('typescript/bin/tsc');
  runCommand(process.execPath, [compiler, '-b', 'fixtures'], 'Run: npm run check', { cwd: ROOT });
  copyTypes(join(OUT, 'types'), Object.values(PACKAGE_ENTRIES), join(DIST, 'package/types'));
  copyFileSync(join(ROOT, 'protocol/contract/openapi.json'), join(DIST, 'package/openapi.json'));
});
