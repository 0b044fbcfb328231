// The realm's user profile: which attributes users see and change, as in Keycloak's declarative user profile.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
import type { Realm } from '../view/realm.ts';
import { remember } from '../view/remember.ts';
import { editableMembers, MAX_PROFILE_LENGTH, type ProfileMember } from './profile-rules.ts';

const PROVIDER_TYPE = 'org.keycloak.userprofile.UserProfileProvider';
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

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Undefined if the realm has no configuration, or none that can be read. */
function readConfig({ stored }: Realm): Json | undefined {
  const text = stored.components?.[PROVIDER_TYPE]?.[0]?.config?.[CONFIG]?.[0];
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
    const row = named.get(attribute);
    if (row !== undefined) return permits(row, right);
    // Choice: without a configuration users see what the realm file gives them, but cannot change it
    // (docs/differences-to-keycloak.md, "Account API").
    return policy === 'ENABLED' || (config === undefined && right === 'view');
  };
  return {
    metadata: {
      attributes: rows.filter((row) => permits(row, 'view')).map((row) => describe(row, realm)),
      groups: asList(config?.['groups'] ?? DEFAULT_GROUPS),
    },
    isVisible: (attribute) => allows(attribute, 'view'),
    isEditable: (attribute) => allows(attribute, 'edit'),
  };
}

/** Whether users may see or edit the attribute; who may edit it may see it. */
function permits({ permissions }: Json, right: 'view' | 'edit'): boolean {
  if (!isObject(permissions)) return false;
  const rights = right === 'view' ? ['view', 'edit'] : ['edit'];
  return rights.some((name) => asList(permissions[name]).includes('user'));
}

function isRequired({ required }: Json): boolean {
  if (!isObject(required)) return false;
  const roles = asList(required['roles']);
  return asList(required['scopes']).length === 0 && (roles.length === 0 || roles.includes('user'));
}

function describe(row: Json, realm: Realm): ProfileAttribute {
  const name = String(row['name']);
  const isLocked = ROOT_MEMBERS.includes(name) && !editableMembers(realm).some((member) => member === name);
  const { displayName = name, annotations, group, defaultValue, validations = {}, multivalued = false } = row;
  return {
    name,
    displayName,
    required: isRequired(row),
    readOnly: isLocked || !permits(row, 'edit'),
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

const DEFAULT_GROUPS: readonly Json[] = [
  {
    name: 'user-metadata',
    displayHeader: 'User metadata',
    displayDescription: 'Attributes, which refer to user metadata',
  },
];
