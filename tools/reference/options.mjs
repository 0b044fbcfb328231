// The reference page of start options.
import { tsImport } from 'tsx/esm/api';

const HEAD = `<!-- Written by tools/reference.mjs from protocol/contract/options.ts; changes belong there. -->
# Start options

Each may stand on the command line (\`--http-port=8080\`), in the environment, or in the configuration file (\`http-port=8080\`), in that order of
precedence. Keycloak's names (\`KC_…\`) are understood below ours.

The column *Settings screen* says what the console and \`PUT /emulator/v1/settings\` may change. Options that name files, folders, addresses or hosts
can be changed in the configuration file, in the environment or on the command line only.
`;

const OVER_HTTP = { 'any value': 'yes', 'in own folders': 'in the data and log folders', never: 'no' };

/** The page as Markdown. */
export async function renderOptions() {
  const { OPTIONS, environmentName } = await tsImport('../../protocol/contract/options.ts', import.meta.url);
  const sections = new Map();
  for (const row of OPTIONS) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  const body = [...sections].map(([section, rows]) => {
    const lines = rows.map(
      (row) =>
        `| \`${row.key}\` | ${row.defaultText === undefined ? '' : `\`${row.defaultText}\``} | ${row.help} | \`${environmentName(row.key)}\` | ${OVER_HTTP[row.overHttp]} |`,
    );
    return `\n## ${section}\n\n| option | default | meaning | environment | Settings screen |\n|---|---|---|---|---|\n${lines.join('\n')}\n`;
  });
  return HEAD + body.join('');
}
