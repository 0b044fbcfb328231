import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { CONFIDENTIAL, createGuideClient, readGuide, runInFolder, writeGuideInto } from './support/guides.ts';
import { createNpmProject } from './support/npm-project.ts';
import { ROOT, startServer } from './support/server.ts';

test('guide "playwright": the copied test passes in an empty project with nothing but the packages', async ({
  browser,
}) => {
  const server = await startServer();
  const client = await createGuideClient(server, CONFIDENTIAL);
  const shown = await readGuide(browser, server, client, 'playwright');
  expect(await server.stop()).toBe(0);
  const { folder } = await createNpmProject();
  // Installed with the suite's own version, which is this one.
  for (const name of ['@playwright', 'playwright', 'playwright-core'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  const { launchOptions } = test.info().project.use;
  const config = shown.files['playwright.config.ts'] ?? '';
  writeGuideInto(folder, {
    ...shown.files,
    'playwright.config.ts': config.replace(
      'defineConfig({',
      `defineConfig({ use: ${JSON.stringify({ launchOptions })},`,
    ),
  });
  const cli = join(folder, 'node_modules/@playwright/test/cli.js');
  expect(shown.command).toBe('npx playwright test');
  const { code, output } = await runInFolder(
    folder,
    `env -u TEST_WORKER_INDEX -u NODE_OPTIONS node ${cli} test`,
  );
  expect(output).toContain('1 passed');
  expect(code).toBe(0);
});
