// Finds misspelt properties of the connection to the database. The driver of Keycloak ignores them silently.
import { parseDatabaseUrl, parseProperties } from './database-url.ts';
import { editDistance } from './option-values.ts';

/** Those with an effect, as people write them. */
const PROPERTIES = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslfactory',
  'currentSchema',
  'ApplicationName',
  'password',
];

/** A property of the driver that resembles another one. */
const OTHERS = ['sslcrl'];

const MOST_DIFFERENCES = 2;

function nearestProperty(name: string): string | undefined {
  const isOwn = PROPERTIES.some((property) => property.toLowerCase() === name) || OTHERS.includes(name);
  if (isOwn) return undefined;
  return PROPERTIES.find((property) => editDistance(name, property.toLowerCase()) <= MOST_DIFFERENCES);
}

/**
 * One sentence for each property in the text of `db-url` or `db-url-properties` that resembles one with an effect and
 * is none. `option`: what sets the text. Values are not repeated.
 */
export function describeMisspeltProperties(option: string, text: string): readonly string[] {
  const properties = parseDatabaseUrl(text)?.properties ?? parseProperties(text) ?? new Map<string, string>();
  return [...properties.keys()].flatMap((name) => {
    const nearest = nearestProperty(name);
    if (nearest === undefined) return [];
    return [`Property ${name} in ${option} is not known and is ignored; did you mean ${nearest}?`];
  });
}
