// Parses realm files: JSON errors with their position, and placeholders filled from the environment.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { findJsonFault } from './json-fault.ts';
import { RealmFileError } from './realm-file-error.ts';

const PLACEHOLDER = /\$\{(?:env\.)?([A-Za-z_][A-Za-z0-9_.-]*)(?::([^{}]*))?\}/g;
/** A JSON string, or a placeholder outside of one, as in `"enabled": ${ENABLED:true}`. */
const TEXT_OR_PLACEHOLDER = /"[^"\\]*(?:\\.[^"\\]*)*"|\$\{[^{}"\n]*\}/gs;
const LONGEST_EXCERPT = 60;

export interface ParsedRealmFile {
  readonly realms: readonly RealmRepresentation[];
  /** The text with placeholders filled. */
  readonly text: string;
}

/**
 * Parses a realm file: one realm, or an array of realms. `${NAME}`, `${env.NAME}` and both with `:default` are
 * replaced, inside strings and as whole values. A placeholder with neither value nor default is kept: Keycloak's message keys
 * (`${client_account}`) have the same form.
 * @throws {RealmFileError} with line and column when it is not JSON, or when a realm is not an object.
 */
export function parseRealmFile(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): ParsedRealmFile {
  const filled = fillPlaceholders(withoutMark(text), environment);
  return { realms: listRealms(parseJson(filled)), text: filled };
}

/** The text without a byte order mark. */
export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** The realms of a parsed file. @throws {RealmFileError} when there is none, or one is not an object. */
export function listRealms(value: unknown): readonly RealmRepresentation[] {
  const realms: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (realms.length === 0)
    throw new RealmFileError('', 'the file contains no realm', 'Give realms as Keycloak exports them.');
  for (const [index, realm] of realms.entries()) {
    if (typeof realm === 'object' && realm !== null && !Array.isArray(realm)) continue;
    throw new RealmFileError(
      Array.isArray(value) ? `[${index}]` : '',
      Array.isArray(value) ? 'is not a JSON object' : 'the file is not a JSON object',
      'Give realms as Keycloak exports them.',
    );
  }
  return realms as readonly RealmRepresentation[];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(text, findJsonFault(text), cause);
  }
}

/** The error for a text that is not JSON from a position on. */
export function notJson(text: string, position: number, cause?: unknown): RealmFileError {
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  const column = position - before.lastIndexOf('\n');
  const excerpt = JSON.stringify(text.slice(position, position + LONGEST_EXCERPT).split('\n')[0] ?? '');
  const found = position >= text.length ? 'the file ends too early' : `found ${excerpt}`;
  const problem = `not JSON at line ${line}, column ${column}: ${found}`;
  return new RealmFileError('', problem, 'Fix the JSON at this position.', cause);
}

/** JSON, or a part of it, with its placeholders replaced. */
export function fillPlaceholders(
  json: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (!json.includes('${')) return json;
  return json.replace(TEXT_OR_PLACEHOLDER, (token) =>
    token.replace(PLACEHOLDER, (whole, name: string, fallback: string | undefined) => {
      const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
      if (value === undefined) return fallback ?? whole;
      // Inside a string the value is escaped, so that a quote in it cannot end the string.
      return token.startsWith('"') ? JSON.stringify(value).slice(1, -1) : value;
    }),
  );
}
