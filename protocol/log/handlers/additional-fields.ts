// Reads user-defined GELF fields from electron.properties next to the configuration file.
import { readFileSync } from 'node:fs';
import { parseJavaProperties } from './java-properties.ts';

/** In the folder of the configuration file. */
export const ADDITIONAL_FIELDS_FILE = 'electron.properties';

export interface AdditionalFields {
  /** By name, without the underscore prefix of GELF messages. */
  readonly fields: ReadonlyMap<string, string>;
  /** One sentence, if something could not be used. */
  readonly warning: string | undefined;
}

/** Compat: Keycloak's runtime is called `quarkus`. */
const KEY = /^(?:electron|quarkus)\.log\.handler\.gelf\.additional-field\.(.+)\.value$/s;

/** GELF 1.1: letters, digits, underscores, dashes and dots, except `_id`. */
const NAME = /^[\w.-]+$/;

/**
 * Keys are `<runtime>.log.handler.gelf.additional-field.<name>.value` (§2.3). @throws {PropertiesSyntaxError}
 */
export function parseAdditionalFields(text: string): AdditionalFields {
  const fields = new Map<string, string>();
  const unusable: string[] = [];
  for (const [key, value] of parseJavaProperties(text)) {
    const name = KEY.exec(key)?.[1]?.replace(/^"(.*)"$/s, '$1');
    if (name === undefined) continue;
    if (NAME.test(name) && name !== 'id') fields.set(name, value.trim());
    else unusable.push(JSON.stringify(name));
  }
  const names = unusable.join(', ');
  return {
    fields,
    warning:
      names === ''
        ? undefined
        : `cannot be names of additional fields: ${names}; a name has letters, digits, "_", "-" and "." only and is not "id"`,
  };
}

/** A missing file means no fields; an unreadable one also causes a warning. */
export function readAdditionalFields(path: string): AdditionalFields {
  try {
    const bytes = readFileSync(path);
    const { fields, warning } = parseAdditionalFields(
      new TextDecoder('utf-8', { fatal: true }).decode(bytes),
    );
    return { fields, warning: warning === undefined ? undefined : `${path}: ${warning}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { fields: new Map(), warning: undefined };
    const problem = error instanceof Error ? error.message : String(error);
    return { fields: new Map(), warning: `${path}: no additional fields are sent: ${problem}` };
  }
}
