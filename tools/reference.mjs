// Writes the reference pages of options, realm settings and metrics from their tables; `--check` only reports
// whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { renderMetrics } from './reference/metrics.mjs';
import { renderOptions } from './reference/options.mjs';
import { renderRealmSettings } from './reference/realm-settings.mjs';

const root = resolve(import.meta.dirname, '..');
const PAGES = {
  'docs/reference/options.md': await renderOptions(),
  'docs/reference/realm-settings.md': await renderRealmSettings(),
  'docs/reference/metrics.md': await renderMetrics(),
};

for (const [page, text] of Object.entries(PAGES)) {
  const path = join(root, page);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${page} is out of date: node tools/reference.mjs`);
    process.exitCode = 1;
  }
}
