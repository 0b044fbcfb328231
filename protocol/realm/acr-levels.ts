// Names of authentication contexts and the levels they stand for: `acr.loa.map` of client and realm.
import type { Client, Realm } from './realm.ts';

/** Levels by name. */
type LevelsByName = ReadonlyMap<string, number>;

const NO_LEVELS: LevelsByName = new Map();

/** A map from an attribute's JSON text; what is no name with a whole number is passed over. */
function parseMap(text: string | undefined): LevelsByName {
  if (text === undefined || text === '') return NO_LEVELS;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return NO_LEVELS;
    const entries = Object.entries(value).map(([name, level]): [string, number] => [name, Number(level)]);
    return new Map(entries.filter(([, level]) => Number.isInteger(level) && level >= 0));
  } catch {
    // An attribute that is not JSON names no levels.
    return NO_LEVELS;
  }
}

/** Names and levels that hold for a client: its own `acr.loa.map` where it has one, otherwise the realm's. */
export function acrLevels(realm: Realm, client: Client): LevelsByName {
  const own = parseMap(client.attributes['acr.loa.map']);
  return own.size > 0 ? own : parseMap(realm.attributes['acr.loa.map']);
}

/** The level that a requested `acr` stands for: by name, or the number itself; undefined for a name that is not known. OIDC Core §5.5.1.1. */
export function findAcrLevel(realm: Realm, client: Client, acr: string): number | undefined {
  return acrLevels(realm, client).get(acr) ?? (/^\d{1,4}$/.test(acr) ? Number(acr) : undefined);
}
