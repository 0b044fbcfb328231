// Authentication contexts: which level a name of `acr` stands for, which one a request wishes, and what the claim is called in the end.
import type { Client, Realm } from './realm.ts';

/** The level of whoever knows the password. */
export const PASSWORD_LEVEL = 1;
/** The level of whoever has given a one-time code, too. */
export const OTP_LEVEL = 2;

type AcrMap = ReadonlyMap<string, number>;

/** `acr.loa.map`: JSON text of levels by name; a text that is none maps nothing. */
function readMap(text: string | undefined): AcrMap {
  try {
    const value: unknown = JSON.parse(text || '{}');
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return new Map(
      entries.flatMap(([name, level]) => {
        const number = Number(level);
        return name !== '' && Number.isInteger(number) && number >= 0 ? [[name, number] as const] : [];
      }),
    );
  } catch {
    return new Map();
  }
}

/** Names and levels that hold for a client: its own `acr.loa.map` where it has one, otherwise the realm's. */
export function acrLevels(realm: Realm, client: Client | undefined): AcrMap {
  const own = readMap(client?.attributes['acr.loa.map']);
  return own.size > 0 ? own : readMap(realm.attributes['acr.loa.map']);
}

/** Conditions of the browser flow in exports: the level, and how long it lasts in seconds. */
function loaConditions(realm: Realm): readonly { readonly level: number; readonly maxAge: number }[] {
  return (realm.stored.authenticatorConfig ?? []).flatMap(({ config }) => {
    const level = Number(config?.['loa-condition-level']);
    return Number.isInteger(level) && level > 0
      ? [{ level, maxAge: Number(config?.['loa-max-age'] ?? 300) }]
      : [];
  });
}

/** Whether realm or client know levels: by `acr.loa.map`, or by a condition of the browser flow. Without them `acr` says `1` or `0` only. */
export function hasLevels(realm: Realm, client: Client | undefined): boolean {
  return acrLevels(realm, client).size > 0 || loaConditions(realm).length > 0;
}

/** The level of an `acr` value: by name, or as a number; undefined for a value that is neither. */
export function findAcrLevel(realm: Realm, client: Client | undefined, value: string): number | undefined {
  const named = acrLevels(realm, client).get(value);
  if (named !== undefined) return named;
  return /^\d{1,4}$/.test(value) ? Number(value) : undefined;
}

/** What a request wishes. */
export interface WishedLevel {
  readonly level: number;
  /** Nothing less will do. */
  readonly isEssential: boolean;
}

/**
 * The level that a sign-in must reach: the lowest of those that would do, what the client wishes by default when the request is silent
 * (`default.acr.values`), and never less than the client's `minimum.acr.value`. Unknown names are passed over. OIDC Core §5.5.1.1.
 */
export function wishedLevel(
  realm: Realm,
  client: Client | undefined,
  acr: { readonly values: readonly string[]; readonly essential: boolean } | undefined,
): WishedLevel {
  const levelsOf = (values: readonly string[]): readonly number[] =>
    values.flatMap((value) => findAcrLevel(realm, client, value) ?? []);
  const asked = levelsOf(acr?.values ?? []);
  const usual = levelsOf((client?.attributes['default.acr.values'] ?? '').split('##'));
  const minimum = levelsOf([client?.attributes['minimum.acr.value'] ?? '']);
  const wished = asked.length > 0 ? asked : usual;
  const level = Math.max(wished.length > 0 ? Math.min(...wished) : 0, ...minimum);
  return { level, isEssential: acr?.essential === true && asked.length > 0 };
}

/** How long a level that was proven stays so, in seconds (`loa-max-age` of the flow's condition); infinite where nothing is said. */
export function levelLifetime(realm: Realm, level: number): number {
  const { maxAge } = loaConditions(realm).find((condition) => condition.level === level) ?? {};
  return maxAge === undefined || Number.isNaN(maxAge) ? Number.POSITIVE_INFINITY : maxAge;
}

/** The claim `acr` of a level: its name, or the number where it has none. */
export function acrOfLevel(realm: Realm, client: Client | undefined, level: number): string {
  return [...acrLevels(realm, client)].find(([, number]) => number === level)?.[0] ?? String(level);
}

/** `acr_values_supported`: the realm's names, then the levels as numbers. OIDC Discovery §3. */
export function supportedAcrs(realm: Realm): readonly string[] {
  const names = [...acrLevels(realm, undefined).keys()];
  return [...new Set([...names, '0', '1', ...(hasLevels(realm, undefined) ? ['2'] : [])])];
}
