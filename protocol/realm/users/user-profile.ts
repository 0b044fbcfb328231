// The realm's user profile: which attributes users see and change, as in Keycloak's declarative user profile.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
import { USER_CLAIMS_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { USER_PROFILE_TYPE } from '#protocol/contract/settings/component.ts';
import { usualProfile } from '#protocol/contract/settings/user-profile.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';
import { remember } from '../view/remember.ts';
import { editableMembers, MAX_PROFILE_LENGTH, type ProfileMember } from './profile-rules.ts';

const PROVIDER = 'declarative-user-profile';
const CONFIG = 'kc.user.profile.config';
const ROOT_MEMBERS: readonly string[] = [
  'username',
  'email',
  'firstName',
  'lastName',
] satisfies ProfileMember[];

type Json = Readonly<Record<string, unknown>>;

/** One attribute as forms need it. Compat: `UserProfileAttributeMetadata`. */
interface ProfileAttribute extends Json {
  readonly name: string;
  readonly readOnly: boolean;
}

/** Compat: `userProfileMetadata` of Keycloak's account API. */
interface UserProfileMetadata {
  readonly attributes: readonly ProfileAttribute[];
  readonly groups: readonly unknown[];
}

export interface UserProfile {
  /** Of the attributes that users see. */
  readonly metadata: UserProfileMetadata;
  /** Of the attributes that administrators see. */
  readonly adminMetadata: UserProfileMetadata;
  /** Whether users see an attribute other than name and e-mail address. */
  isVisible(attribute: string): boolean;
  /** Whether users may change it themselves. */
  isEditable(attribute: string): boolean;
}

const profiles = new WeakMap<Realm, UserProfile>();

/** Cached by identity. */
export function userProfileOf(realm: Realm): UserProfile {
  return remember(profiles, realm, () => readProfile(realm));
}

/** The configuration; that of a new Keycloak realm if there is none. */
export function profileConfigOf(realm: Realm): Json {
  return readConfig(realm) ?? usualProfile(realm.name);
}

/** The realm with another configuration. */
export function withProfileConfig(stored: StoredRealm, config: Json): StoredRealm {
  const [known, ...others] = stored.components?.[USER_PROFILE_TYPE] ?? [];
  const component = known ?? { id: createUuid(), providerId: PROVIDER };
  const changed = { ...component, config: { ...component.config, [CONFIG]: [JSON.stringify(config)] } };
  return { ...stored, components: { ...stored.components, [USER_PROFILE_TYPE]: [changed, ...others] } };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Undefined if the realm has no configuration, or none that can be read. */
function readConfig({ stored }: Realm): Json | undefined {
  const text = stored.components?.[USER_PROFILE_TYPE]?.[0]?.config?.[CONFIG]?.[0];
  if (text === undefined) return undefined;
  try {
    const config: unknown = JSON.parse(text);
    return isObject(config) ? config : undefined;
  } catch {
    // A realm file may contain anything; the default applies.
    return undefined;
  }
}

function readProfile(realm: Realm): UserProfile {
  const config = readConfig(realm);
  const rows = asList(config?.['attributes'] ?? DEFAULT_ATTRIBUTES)
    .filter(isObject)
    .filter(({ name }) => typeof name === 'string');
  const named = new Map(rows.map((row) => [String(row['name']), row]));
  const policy = config?.['unmanagedAttributePolicy'];
  const allows = (attribute: string, right: 'view' | 'edit'): boolean => {
    if (attribute === USER_CLAIMS_ATTRIBUTE) return false;
    const row = named.get(attribute);
    if (row !== undefined) return permits(row, right, 'user');
    // Choice: without a configuration users see what the realm file gives them, but cannot change it
    // (docs/differences-to-keycloak.md, "Account API").
    return policy === 'ENABLED' || (config === undefined && right === 'view');
  };
  const groups = asList(config?.['groups'] ?? usualProfile(realm.name)['groups']);
  const metadataFor = (who: Person): UserProfileMetadata => ({
    attributes: rows.filter((row) => permits(row, 'view', who)).map((row) => describe(row, realm, who)),
    groups,
  });
  return {
    metadata: metadataFor('user'),
    adminMetadata: metadataFor('admin'),
    isVisible: (attribute) => allows(attribute, 'view'),
    isEditable: (attribute) => allows(attribute, 'edit'),
  };
}

type Person = 'user' | 'admin';

/** Whether users or administrators may see or edit the attribute; who may edit it may see it. */
function permits({ permissions }: Json, right: 'view' | 'edit', who: Person): boolean {
  if (!isObject(permissions)) return false;
  const rights = right === 'view' ? ['view', 'edit'] : ['edit'];
  return rights.some((name) => asList(permissions[name]).includes(who));
}

function isRequired({ required }: Json, who: Person): boolean {
  if (!isObject(required)) return false;
  const roles = asList(required['roles']);
  return asList(required['scopes']).length === 0 && (roles.length === 0 || roles.includes(who));
}

/** Administrators may rename users whatever the realm allows to the users. */
function isLocked(name: string, realm: Realm, who: Person): boolean {
  return (
    who === 'user' && ROOT_MEMBERS.includes(name) && !editableMembers(realm).some((member) => member === name)
  );
}

function describe(row: Json, realm: Realm, who: Person): ProfileAttribute {
  const name = String(row['name']);
  const { displayName = name, annotations, group, defaultValue, validations = {}, multivalued = false } = row;
  return {
    name,
    displayName,
    required: isRequired(row, who),
    readOnly: isLocked(name, realm, who) || !permits(row, 'edit', who),
    ...(annotations === undefined ? {} : { annotations }),
    validators: validations,
    ...(group === undefined ? {} : { group }),
    multivalued,
    ...(defaultValue === undefined ? {} : { defaultValue }),
  };
}

const BOTH = ['admin', 'user'];
const LENGTH = { length: { max: MAX_PROFILE_LENGTH } };

/** Keycloak's default profile, with the validations that are applied here. */
const DEFAULT_ATTRIBUTES: readonly Json[] = [
  { name: 'username', validations: LENGTH },
  { name: 'email', validations: { email: {}, ...LENGTH }, required: { roles: ['user'] } },
  { name: 'firstName', validations: LENGTH, required: { roles: ['user'] } },
  { name: 'lastName', validations: LENGTH, required: { roles: ['user'] } },
].map((row) => ({ displayName: `\${${row.name}}`, permissions: { view: BOTH, edit: BOTH }, ...row }));
