// Writes docs/reference/options.md from the option table; `--check` only tells whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tsImport } from 'tsx/esm/api';

const root = resolve(import.meta.dirname, '..');
const { OPTIONS, environmentName } = await tsImport('../protocol/contract/options.ts', import.meta.url);

const head = `<!-- Written by tools/reference.mjs from protocol/contract/options.ts; changes belong there. -->
# Start options

Each may stand on the command line (\`--http-port=8080\`), in the environment, or in the configuration file (\`http-port=8080\`), in that order of
precedence. Keycloak's names (\`KC_…\`) are understood below ours.

The column *Settings screen* says what the console and \`PUT /emulator/v1/settings\` may change. Options that name files, folders, addresses or hosts
can be changed in the configuration file, in the environment or on the command line only.
`;

const OVER_HTTP = { 'any value': 'yes', 'in own folders': 'in the data and log folders', never: 'no' };

const sections = new Map();
for (const row of OPTIONS) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);

const body = [...sections].map(([section, rows]) => {
  const lines = rows.map(
    (row) =>
      `| \`${row.key}\` | ${row.defaultText === undefined ? '' : `\`${row.defaultText}\``} | ${row.help} | \`${environmentName(row.key)}\` | ${OVER_HTTP[row.overHttp]} |`,
  );
  return `\n## ${section}\n\n| option | default | meaning | environment | Settings screen |\n|---|---|---|---|---|\n${lines.join('\n')}\n`;
});

const path = join(root, 'docs/reference/options.md');
const text = head + body.join('');
if (process.argv.includes('--check')) {
  const current = readFileSync(path, 'utf8');
  if (current !== text) {
    console.error('docs/reference/options.md is out of date: node tools/reference.mjs');
    process.exit(1);
  }
} else writeFileSync(path, text);
