// Realm files as text: JSON with a fault that can be found, and placeholders filled from the environment.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { RealmFileError } from './realm-file-error.ts';

export { RealmFileError } from './realm-file-error.ts';

const PLACEHOLDER = /\$\{(?:env\.)?([A-Za-z_][A-Za-z0-9_.-]*)(?::([^{}]*))?\}/g;
const LONGEST_EXCERPT = 60;

/**
 * Reads a realm file. `${NAME}`, `${env.NAME}` and both with `:default` are replaced inside texts; one without value and default stays as it
 * is, because Keycloak's own message keys (`${client_account}`) have the same form.
 * @throws {RealmFileError} naming line and column when it is not JSON, or when it is not an object.
 */
export function parseRealmFile(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): RealmRepresentation {
  const value = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RealmFileError('', 'the file is not a JSON object', 'Give one realm as Keycloak exports it.');
  }
  const filled = text.includes('${') ? fillPlaceholders(value, environment) : value;
  return filled as RealmRepresentation;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const position = findJsonFault(text, cause);
    const before = text.slice(0, position);
    const line = before.split('\n').length;
    const column = position - before.lastIndexOf('\n');
    const excerpt = JSON.stringify(text.slice(position, position + LONGEST_EXCERPT).split('\n')[0] ?? '');
    const found = position >= text.length ? 'the file ends too early' : `found ${excerpt}`;
    throw new RealmFileError(
      '',
      `not JSON at line ${line}, column ${column}: ${found}`,
      'Repair the JSON there.',
      cause,
    );
  }
}

/** The engine tells the position only in the words of its message, and for a text that ends too early not at all. */
function findJsonFault(text: string, cause: unknown): number {
  const told = /position (\d+)/.exec(cause instanceof Error ? cause.message : '')?.[1];
  return told === undefined ? text.length : Number(told);
}

function fillPlaceholders(
  value: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): unknown {
  if (typeof value === 'string') return value.includes('${') ? fillText(value, environment) : value;
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, environment));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fillPlaceholders(member, environment)]),
  );
}

function fillText(text: string, environment: Readonly<Record<string, string | undefined>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    return value ?? fallback ?? whole;
  });
}
