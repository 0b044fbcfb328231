// Fills in placeholders of the configuration file, as Keycloak does: `${NAME}` and `${NAME:default}`.
import { OptionError, type OptionSource } from '#protocol/errors/option-error.ts';

/** What placeholders stand for. */
export interface PlaceholderValues {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder of the installation. */
  readonly home: string;
}

/** A text with a placeholder that has neither a value nor a default. */
class UnsetVariable extends Error {}

/** Whether a text is not read as it is written. */
export function hasPlaceholder(text: string): boolean {
  const start = text.indexOf('${');
  return start !== -1 && findEnd(text, start + 2) !== -1;
}

/**
 * The text of `option` with the values of its placeholders. Names are those of environment variables, also in the
 * notation `my.db-host` for `MY_DB_HOST`; `kc.home.dir` is the folder of the installation. Empty variables count as unset.
 * A default may contain placeholders, a value is used as it is.
 * @throws {OptionError} exit code 2 for a variable that is not set and has no default.
 */
export function fillPlaceholders(
  text: string,
  option: string,
  source: OptionSource,
  values: PlaceholderValues,
): string {
  try {
    return fill(text, values);
  } catch (error) {
    if (!(error instanceof UnsetVariable)) throw error;
    const name = error.message;
    throw new OptionError(
      option,
      `the environment variable ${name} is not set`,
      `Set it, or give a default: \${${name}:default}.`,
      { source },
    );
  }
}

function fill(text: string, values: PlaceholderValues): string {
  const start = text.indexOf('${');
  const end = start === -1 ? -1 : findEnd(text, start + 2);
  if (end === -1) return text;
  const value = readPlaceholder(text.slice(start + 2, end), values);
  return `${text.slice(0, start)}${value}${fill(text.slice(end + 1), values)}`;
}

/** The position of the brace that ends the placeholder whose name begins at `from`; -1: there is none. */
function findEnd(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('${', at)) depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** @throws {UnsetVariable} with the name. */
function readPlaceholder(placeholder: string, values: PlaceholderValues): string {
  const colon = placeholder.indexOf(':');
  const name = colon === -1 ? placeholder : placeholder.slice(0, colon);
  const value = findValue(name.trim(), values);
  if (value !== undefined) return value;
  if (colon === -1) throw new UnsetVariable(name.trim());
  return fill(placeholder.slice(colon + 1), values);
}

function findValue(name: string, { environment, home }: PlaceholderValues): string | undefined {
  if (name === 'kc.home.dir') return home;
  const underscored = name.replaceAll(/[^A-Za-z0-9]/g, '_');
  const variables = [name, underscored, underscored.toUpperCase()];
  return variables.map((variable) => environment[variable]).find((value) => (value ?? '') !== '');
}
