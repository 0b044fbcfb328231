// Reads variables whose values are in files, which is how images before Keycloak 17 and Bitnami's take secrets.
import { readFileSync } from 'node:fs';
import { OptionError } from '#protocol/errors/option-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that may be given as `<name>_FILE`. */
const NAMES = [
  'KEYCLOAK_USER',
  'KEYCLOAK_PASSWORD',
  'KEYCLOAK_ADMIN',
  'KEYCLOAK_ADMIN_USER',
  'KEYCLOAK_ADMIN_PASSWORD',
] as const;

/**
 * The environment with the content of these files, without line ends at its end. A variable that is set itself
 * comes first.
 * @throws {OptionError} exit code 1: a file that cannot be read.
 */
export function readVariableFiles(environment: Environment): Environment {
  const read: Record<string, string> = {};
  for (const name of NAMES) {
    const path = environment[`${name}_FILE`] ?? '';
    if (path !== '' && (environment[name] ?? '') === '') read[name] = readText(`${name}_FILE`, path);
  }
  return { ...environment, ...read };
}

function readText(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new OptionError(
      variable,
      `${path} cannot be read (${code})`,
      `Give the path of a readable file, or set ${variable.replace(/_FILE$/, '')}.`,
      { exitCode: 1, cause },
    );
  }
}
