// Authentication levels: the meaning of `acr` values, the level that a request requires, and the `acr` claim.
import type { Client, Realm } from './realm.ts';

/** Level of authentication by password. */
export const PASSWORD_LEVEL = 1;
/** Level of authentication by password and one-time code. */
export const OTP_LEVEL = 2;

type AcrMap = ReadonlyMap<string, number>;

const NO_MAP: AcrMap = new Map();

/** What has been read, by its text: a sign-in asks for the levels several times. */
const maps = new Map<string, AcrMap>();
const MOST_MAPS = 1000;

/** `acr.loa.map`: a JSON object of levels by name; empty if malformed. */
function readMap(text: string | undefined): AcrMap {
  if (text === undefined || text === '') return NO_MAP;
  const known = maps.get(text);
  if (known !== undefined) return known;
  if (maps.size >= MOST_MAPS) maps.clear();
  const map = parseMap(text);
  maps.set(text, map);
  return map;
}

function parseMap(text: string): AcrMap {
  try {
    const value: unknown = JSON.parse(text);
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return new Map(
      entries.flatMap(([name, level]) => {
        const number = Number(level);
        return name !== '' && Number.isInteger(number) && number >= 0 ? [[name, number] as const] : [];
      }),
    );
  } catch {
    return NO_MAP;
  }
}

/** Levels by name for a client: from its own `acr.loa.map`, or else the realm's. */
export function acrLevels(realm: Realm, client: Client | undefined): AcrMap {
  const own = readMap(client?.attributes['acr.loa.map']);
  return own.size > 0 ? own : readMap(realm.attributes['acr.loa.map']);
}

/** A level-of-authentication condition of a flow. */
export interface LevelCondition {
  readonly level: number;
  /** How long the level stays reached; infinite for what is no number. Compat: five minutes by default. */
  readonly maxAgeSeconds: number;
}

/** The settings of a level-of-authentication condition; undefined if they name no level. */
export function readLevelCondition(
  config: Readonly<Record<string, string | undefined>> | undefined,
): LevelCondition | undefined {
  const level = Number(config?.['loa-condition-level']);
  if (!Number.isInteger(level) || level <= 0) return undefined;
  const maxAge = Number(config?.['loa-max-age'] ?? 300);
  return { level, maxAgeSeconds: Number.isNaN(maxAge) ? Number.POSITIVE_INFINITY : maxAge };
}

/** By the realm's settings, which are another object after a change. */
const conditions = new WeakMap<Realm['stored'], readonly LevelCondition[]>();

function loaConditions({ stored }: Realm): readonly LevelCondition[] {
  const known = conditions.get(stored);
  if (known !== undefined) return known;
  const read = (stored.authenticatorConfig ?? []).flatMap(({ config }) => readLevelCondition(config) ?? []);
  conditions.set(stored, read);
  return read;
}

/** Whether realm or client define levels, in `acr.loa.map` or the browser flow. If not, `acr` is 1 or 0. */
export function hasLevels(realm: Realm, client: Client | undefined): boolean {
  return acrLevels(realm, client).size > 0 || loaConditions(realm).length > 0;
}

/** The level of an `acr` value, which is a name or a number; undefined if neither. */
export function findAcrLevel(realm: Realm, client: Client | undefined, value: string): number | undefined {
  const named = acrLevels(realm, client).get(value);
  if (named !== undefined) return named;
  return /^\d{1,4}$/.test(value) ? Number(value) : undefined;
}

export interface RequiredLevel {
  readonly level: number;
  /** Whether a lower level must fail. */
  readonly isEssential: boolean;
}

const NO_LEVEL: RequiredLevel = { level: 0, isEssential: false };

/**
 * The level that a sign-in must reach: the lowest of the requested ones or of the client's
 * `default.acr.values`, and at least the client's `minimum.acr.value`. Ignores unknown names. OIDC Core §5.5.1.1.
 */
export function requestedLevel(
  realm: Realm,
  client: Client | undefined,
  acr: { readonly values: readonly string[]; readonly essential: boolean } | undefined,
): RequiredLevel {
  const { 'default.acr.values': usual = '', 'minimum.acr.value': least = '' } = client?.attributes ?? {};
  if (acr === undefined && usual === '' && least === '') return NO_LEVEL;
  const levelsOf = (values: readonly string[]): readonly number[] =>
    values.flatMap((value) => findAcrLevel(realm, client, value) ?? []);
  const requested = levelsOf(acr?.values ?? []);
  const defaults = levelsOf(usual.split('##'));
  const minimum = levelsOf([least]);
  const candidates = requested.length > 0 ? requested : defaults;
  const level = Math.max(candidates.length > 0 ? Math.min(...candidates) : 0, ...minimum);
  return { level, isEssential: acr?.essential === true && requested.length > 0 };
}

/** How long a reached level stays valid, in seconds (`loa-max-age` of the flow); infinite if not set. */
export function levelLifetime(realm: Realm, level: number): number {
  return (
    loaConditions(realm).find((condition) => condition.level === level)?.maxAgeSeconds ??
    Number.POSITIVE_INFINITY
  );
}

/** The `acr` claim of a level: its name, or else its number. */
export function acrOfLevel(realm: Realm, client: Client | undefined, level: number): string {
  return [...acrLevels(realm, client)].find(([, number]) => number === level)?.[0] ?? String(level);
}

/** `acr_values_supported`: the realm's names, then the levels as numbers. OIDC Discovery §3. */
export function supportedAcrs(realm: Realm): readonly string[] {
  const names = [...acrLevels(realm, undefined).keys()];
  return [...new Set([...names, '0', '1', ...(hasLevels(realm, undefined) ? ['2'] : [])])];
}
