// Files of Java properties, as themes have them.
import { getProperties } from 'properties-file';

export type Properties = Readonly<Record<string, string>>;

/** Compat: the encoding may be named in the first line; files of old Keycloak are in Latin-1. */
const ENCODING = /^[#!]\s*encoding:\s*([\w-]+)/i;

function decode(content: Buffer): string {
  const named = ENCODING.exec(content.subarray(0, 100).toString('latin1'))?.[1]?.toLowerCase();
  if (named === 'iso-8859-1' || named === 'latin1') return content.toString('latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return content.toString('latin1');
  }
}

/** An object without a prototype: a key may have the name of one of its members. */
function collect(entries: readonly (readonly [string, string])[]): Properties {
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as Properties;
}

export const NO_PROPERTIES: Properties = collect([]);

/**
 * Reads a file of properties. Values have no blanks at their ends.
 * @throws {Error} for an escape sequence that is malformed.
 */
export function parseProperties(content: Buffer): Properties {
  // A line such as `=== Titles ===` has the empty key.
  const entries = Object.entries(getProperties(decode(content))).filter(([key]) => key !== '');
  return collect(entries.map(([key, value]) => [key, value.trim()] as const));
}

/** `${env.NAME:default}` and `${NAME}`. */
const VARIABLE = /\$\{(?:env\.)?([^{}:]+)(?::([^{}]*))?\}/g;

/** Compat: values of `theme.properties` may name environment variables. One without value stays as it is. */
export function fillVariables(
  properties: Properties,
  environment: Readonly<Record<string, string | undefined>>,
): Properties {
  const fill = (value: string): string =>
    value.replace(VARIABLE, (all, name: string, usual?: string) => environment[name] ?? usual ?? all);
  return collect(Object.entries(properties).map(([key, value]) => [key, fill(value)] as const));
}
