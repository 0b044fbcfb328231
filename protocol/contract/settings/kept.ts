// Settings without effect: what happens instead, and which of their values ask for something.

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Lists the values without effect of a setting that acts. `owner`: the object that it is a member of. */
export type FindUnsupported = (value: unknown, owner: JsonRecord) => readonly UnsupportedValue[];

/** The effect of a setting that Understudy stores and ignores, although Keycloak acts on it. */
export interface Kept {
  readonly kind: 'kept';
  /** What happens instead, in one or two sentences. */
  readonly instead: string;
  /** Keycloak's default. A list contains every value that asks for nothing, an object those of its members. */
  readonly usual?: unknown;
  /** The part of a value that asks for something. `owner`: the object that it is a member of. */
  readonly asked?: (value: unknown, owner: JsonRecord) => unknown;
}

/** The effect of a stored setting that only matters together with another one, which is reported. */
export interface KeptPart {
  readonly kind: 'part';
  /** The other setting. */
  readonly of: string;
}

/** The effect of a setting that Keycloak 26 does not read from realm files either. */
export interface Ignored {
  readonly kind: 'ignored';
}

/** The effect of a setting that nothing reads. */
export type NoEffect = Kept | KeptPart | Ignored;

/** One step of a path into a realm: a member, or an item of a list or a map by its name. */
export type PathStep = string | { readonly item: string };

/** A value without effect, of a setting that acts. */
export interface UnsupportedValue {
  /** Absent if it is its place that says everything. */
  readonly value?: string;
  /** The value is not one of a few kinds: places with different values share a line of the report. */
  readonly isFree?: true;
  readonly effect: Kept;
  /** Where it is inside the setting. */
  readonly at?: readonly PathStep[];
}

export const kept = (instead: string, more: Pick<Kept, 'usual' | 'asked'> = {}): Kept => ({
  kind: 'kept',
  instead,
  ...more,
});

export const partOf = (of: string): KeptPart => ({ kind: 'part', of });

export const IGNORED: Ignored = { kind: 'ignored' };

/** What a setting does, as a sentence for people. */
export function describeEffect(effect: string | NoEffect): string {
  if (typeof effect === 'string') return effect;
  if (effect.kind === 'kept') return `Kept, but has no effect. ${effect.instead}`;
  return effect.kind === 'part'
    ? `Kept, but has no effect, like \`${effect.of}\`.`
    : 'Ignored, as in Keycloak 26.';
}

/** Themes that Keycloak ships. */
export const KEYCLOAK_THEMES: readonly string[] = ['base', 'keycloak', 'keycloak.v2', 'keycloak.v3'];

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is off or contains nothing. Keycloak's exports write such values for unused settings. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  if (isRecord(value)) return Object.values(value).every(isEmpty);
  return value === undefined || value === null || value === '' || value === false || value === 'false';
}

function isUsual(value: unknown, usual: unknown): boolean {
  if (isEmpty(value)) return true;
  if (Array.isArray(value)) return value.every((item) => isUsual(item, usual));
  if (isRecord(value))
    return isRecord(usual) && Object.entries(value).every(([name, part]) => isUsual(part, usual[name]));
  return Array.isArray(usual)
    ? usual.some((item) => String(item) === String(value))
    : usual !== undefined && String(usual) === String(value);
}

/** What a member of `owner` asks for that nothing does; undefined if its value is a default. */
export function findAsked(value: unknown, { usual, asked }: Kept, owner: JsonRecord): unknown {
  const part = asked === undefined ? value : asked(value, owner);
  return isUsual(part, usual) ? undefined : part;
}

const MOST_SHOWN = 3;
const MOST_CHARACTERS = 80;
const NAMES = ['alias', 'clientId', 'username', 'name', 'displayName', 'identityProvider', 'providerId'];

/** The name of an object in a realm file; undefined if it has none. */
export function nameOf(item: unknown): string | undefined {
  if (!isRecord(item)) return undefined;
  for (const member of NAMES) {
    const name = item[member];
    if (typeof name === 'string') return name;
  }
  return undefined;
}

/** The first few of several texts, and how many more there are. */
export function joinFirst(texts: readonly string[], total: number = texts.length): string {
  const shown = texts.slice(0, MOST_SHOWN);
  const more = total - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/** A short text for a value: itself, or the names in it; undefined if it has none. */
export function describeValue(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const names = value.flatMap((item) => (isRecord(item) ? (nameOf(item) ?? []) : String(item)));
    return names.length === 0 ? undefined : shorten(joinFirst(names));
  }
  return isRecord(value) || value === undefined || value === null ? undefined : shorten(String(value));
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1)}…` : line;
}
