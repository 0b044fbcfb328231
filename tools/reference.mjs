// Writes the guides, the reference pages of options, realm settings, fixes, metrics, the admin API, /emulator/v1 and its
// OpenAPI document from their tables; `--check` only reports whether they are up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { renderAdminApi } from './reference/admin-api.mjs';
import { renderEmulatorApi } from './reference/emulator-routes.mjs';
import { renderFixes } from './reference/fixes.mjs';
import { renderGuides } from './reference/guides.mjs';
import { renderMetrics } from './reference/metrics.mjs';
import { renderOpenApi } from './reference/openapi.mjs';
import { renderOptions } from './reference/options.mjs';
import { renderRealmSettings } from './reference/realm-settings.mjs';

const root = resolve(import.meta.dirname, '..');
const read = (page) => (existsSync(join(root, page)) ? readFileSync(join(root, page), 'utf8') : '');
const EMULATOR_API = 'docs/reference/emulator-api.md';
const PAGES = {
  'docs/reference/options.md': await renderOptions(),
  'docs/reference/realm-settings.md': await renderRealmSettings(),
  'docs/reference/fixes.md': await renderFixes(),
  'docs/reference/metrics.md': await renderMetrics(),
  'docs/reference/admin-api.md': await renderAdminApi(),
  [EMULATOR_API]: await renderEmulatorApi(read(EMULATOR_API)),
  'protocol/contract/openapi.json': await renderOpenApi(),
  ...(await renderGuides()),
};

mkdirSync(join(root, 'docs/guides'), { recursive: true });
for (const [page, text] of Object.entries(PAGES)) {
  if (!process.argv.includes('--check')) writeFileSync(join(root, page), text);
  else if (read(page) !== text) {
    console.error(`${page} is out of date: node tools/reference.mjs`);
    process.exitCode = 1;
  }
}
