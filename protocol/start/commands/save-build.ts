// The command `build`: saves the options that Keycloak fixes at build time, for starts from a copy of the folder.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OPTION_ROWS, type OptionKey } from '#protocol/contract/options.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { BUILT_FILE_NAME, type ResolvedOptions } from '../config/resolve-options.ts';

const HEAD = `# Written by the command build. Options set anywhere else take precedence.
`;

/**
 * Saves the values of build-time options next to the configuration file, and returns what to print. Compat: an
 * image made by `build` starts with them although their variables are gone. Secrets are never saved.
 * @throws {OptionError} exit code 1 when the file cannot be written.
 */
export async function saveBuild({ texts, sources, values }: ResolvedOptions): Promise<string> {
  const lines = OPTION_ROWS.filter(({ isBuildTime, secret }) => isBuildTime === true && secret !== true)
    .filter(({ key }) => sources[key].origin !== 'default')
    .map(({ key }: { key: OptionKey }) => `${key}=${texts[key].replaceAll(/[\r\n]/g, ' ')}`);
  if (lines.length === 0) return 'Nothing to build: no build-time option is set.';
  const path = join(dirname(values['config-file']), BUILT_FILE_NAME);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${HEAD}${lines.join('\n')}\n`);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new OptionError(
      'build',
      `${path} cannot be written (${code})`,
      'Set --config-file to a folder that you may write to.',
      { exitCode: 1, cause },
    );
  }
  return `Server configuration saved to ${path}:\n${lines.map((line) => `\t${line}`).join('\n')}`;
}
