// The realm's user profile, as Keycloak's component `declarative-user-profile` defines it.
import { USER_PROFILE_TYPE } from '#protocol/contract/settings/component.ts';
import { isRecord, type JsonRecord } from '#protocol/contract/settings/kept.ts';
import { readProfileConfig, usualProfile } from '#protocol/contract/settings/user-profile.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';
import { remember } from '../view/remember.ts';

const PROVIDER = 'declarative-user-profile';
const CONFIG = 'kc.user.profile.config';

/** Whom permissions and requirements are for. */
export type Person = 'user' | 'admin';

export interface ProfileAttribute {
  readonly name: string;
  /** A text, or a message key as `${key}`. */
  readonly displayName: string;
  /** Name of a group of the definition. */
  readonly group: string | undefined;
  readonly multivalued: boolean;
  readonly defaultValue: string | undefined;
  readonly annotations: JsonRecord | undefined;
  /** Settings by validator. */
  readonly validations: Readonly<Record<string, JsonRecord>>;
  /** Who may change the attribute may also see it. */
  readonly viewers: readonly string[];
  readonly editors: readonly string[];
  /** Required always if there are neither persons nor scopes. */
  readonly required: { readonly roles: readonly string[]; readonly scopes: readonly string[] } | undefined;
  /** The attribute is asked for only with one of these scopes; none: always. */
  readonly scopes: readonly string[];
}

/** Attributes under a heading of their own. */
export interface ProfileGroup {
  readonly name: string;
  readonly displayHeader: string;
  readonly displayDescription: string;
}

export interface ProfileDefinition {
  readonly attributes: readonly ProfileAttribute[];
  readonly groups: readonly ProfileGroup[];
  /** As configured, for the APIs. */
  readonly rawGroups: readonly unknown[];
  /** `ENABLED`, `ADMIN_VIEW` or `ADMIN_EDIT`: who may use attributes that are not defined. */
  readonly unmanagedAttributePolicy: string | undefined;
  /** Whether the realm has a configuration that can be read. */
  readonly isConfigured: boolean;
}

const definitions = new WeakMap<Realm, ProfileDefinition>();

/** Cached by identity. */
export function profileOf(realm: Realm): ProfileDefinition {
  return remember(definitions, realm, () => readDefinition(realm));
}

/** The configuration; that of a new Keycloak realm if there is none. */
export function profileConfigOf(realm: Realm): JsonRecord {
  return readConfig(realm) ?? usualProfile(realm.name);
}

/** The realm with another configuration. */
export function withProfileConfig(stored: StoredRealm, config: JsonRecord): StoredRealm {
  const [known, ...others] = stored.components?.[USER_PROFILE_TYPE] ?? [];
  const component = known ?? { id: createUuid(), providerId: PROVIDER };
  const changed = { ...component, config: { ...component.config, [CONFIG]: [JSON.stringify(config)] } };
  return { ...stored, components: { ...stored.components, [USER_PROFILE_TYPE]: [changed, ...others] } };
}

/** Undefined if the realm has no configuration, or none that can be read. */
function readConfig({ stored }: Realm): JsonRecord | undefined {
  return readProfileConfig(stored.components?.[USER_PROFILE_TYPE]?.[0]?.config);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textsOf = (value: unknown): readonly string[] => listOf(value).map(String);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Every profile has a username and an e-mail address, even if a realm file leaves them out. */
const FIXED: readonly string[] = ['username', 'email'];

function readDefinition(realm: Realm): ProfileDefinition {
  const config = readConfig(realm);
  const usual = usualProfile(realm.name);
  const rows = listOf(config?.['attributes'] ?? usual['attributes']).filter(isNamed);
  const missing = listOf(usual['attributes'])
    .filter(isNamed)
    .filter(({ name }) => FIXED.includes(name) && !rows.some((row) => row.name === name));
  const rawGroups = listOf(config?.['groups'] ?? usual['groups']);
  return {
    attributes: [...missing, ...rows].map(readAttribute),
    groups: rawGroups.filter(isNamed).map(readGroup),
    rawGroups,
    unmanagedAttributePolicy: textOf(config?.['unmanagedAttributePolicy']),
    isConfigured: config !== undefined,
  };
}

type Named = JsonRecord & { readonly name: string };

const isNamed = (value: unknown): value is Named =>
  isRecord(value) && typeof value['name'] === 'string' && value['name'] !== '';

function readAttribute(row: Named): ProfileAttribute {
  const { name, displayName, group, annotations, validations, permissions, required, selector } = row;
  const { view, edit } = isRecord(permissions) ? permissions : {};
  return {
    name,
    displayName: textOf(displayName) || name,
    group: textOf(group),
    multivalued: row['multivalued'] === true,
    defaultValue: textOf(row['defaultValue']),
    annotations: isRecord(annotations) ? annotations : undefined,
    validations: readValidations(validations),
    viewers: [...textsOf(view), ...textsOf(edit)],
    editors: textsOf(edit),
    required: isRecord(required)
      ? { roles: textsOf(required['roles']), scopes: textsOf(required['scopes']) }
      : undefined,
    scopes: isRecord(selector) ? textsOf(selector['scopes']) : [],
  };
}

/** A validator without settings may be written as `null`. */
function readValidations(validations: unknown): Readonly<Record<string, JsonRecord>> {
  if (!isRecord(validations)) return {};
  return Object.fromEntries(
    Object.entries(validations).map(([name, config]) => [name, isRecord(config) ? config : {}]),
  );
}

function readGroup({ name, displayHeader, displayDescription }: Named): ProfileGroup {
  return {
    name,
    displayHeader: textOf(displayHeader) || name,
    displayDescription: textOf(displayDescription) ?? '',
  };
}
