// Components of a realm: which providers act, and what happens instead of the others.
import {
  findAsked,
  isRecord,
  type JsonRecord,
  joinFirst,
  type Kept,
  kept,
  type UnsupportedValue,
} from './kept.ts';
import { findOwnValidators } from './user-profile.ts';

/** Provider type of the keys in a realm's components. */
export const KEY_PROVIDER = 'org.keycloak.keys.KeyProvider';
/** Provider type of registration policies in a realm's components. */
export const REGISTRATION_POLICY_TYPE =
  'org.keycloak.services.clientregistration.policy.ClientRegistrationPolicy';
/** Provider type of the user profile in a realm's components. */
export const USER_PROFILE_TYPE = 'org.keycloak.userprofile.UserProfileProvider';
export const USER_STORAGE_TYPE = 'org.keycloak.storage.UserStorageProvider';

/** Key providers that act. */
export type KeyProviderId =
  | 'rsa-generated'
  | 'rsa-enc-generated'
  | 'hmac-generated'
  | 'ecdsa-generated'
  | 'eddsa-generated'
  | 'rsa'
  | 'rsa-enc';

/** Client registration policies that act. */
export type RegistrationPolicyId = 'trusted-hosts' | 'max-clients' | 'consent-required' | 'scope';

const KEYS: Readonly<Record<KeyProviderId, string>> = {
  'rsa-generated': 'An RSA key that signs.',
  'rsa-enc-generated': 'An RSA key that decrypts.',
  'hmac-generated': 'A secret that signs.',
  'ecdsa-generated': 'An ECDSA key that signs.',
  'eddsa-generated': 'An EdDSA key that signs.',
  rsa: 'An imported RSA key that signs.',
  'rsa-enc': 'An imported RSA key that decrypts.',
};

const POLICIES: Readonly<Record<RegistrationPolicyId, string>> = {
  'trusted-hosts': 'Hosts that may register clients.',
  'max-clients': 'How many clients the realm may have.',
  'consent-required': 'Registered clients require consent.',
  scope: 'Registered clients are not allowed full scope.',
};

/** Components of one provider type. */
interface ComponentType {
  /** Providers that act, with the effect of each. */
  readonly acting: Readonly<Record<string, string>>;
  /** Providers of Keycloak that do not. `usual` and `asked` are about their `config`. */
  readonly kept: Readonly<Record<string, Kept>>;
  /** What does nothing in a provider that acts. */
  readonly parts?: Readonly<Record<string, Kept>>;
  /** All other providers; reported for every component. */
  readonly others: string;
}

const always = (): true => true;
/** A provider that is reported whatever its settings are. */
const reported = (instead: string): Kept => kept(instead, { asked: always });
/** A provider that nobody misses. */
const unneeded = (instead: string): Kept => kept(instead, { asked: () => undefined });

/** Compat: the mapper types that Keycloak allows in a new realm. */
const ALLOWED_MAPPERS: readonly string[] = [
  'oidc-address-mapper',
  'oidc-full-name-mapper',
  'oidc-sha256-pairwise-sub-mapper',
  'oidc-usermodel-attribute-mapper',
  'oidc-usermodel-property-mapper',
  'saml-role-list-mapper',
  'saml-user-attribute-mapper',
  'saml-user-property-mapper',
];

/** By provider type, the key in `components`. */
export const COMPONENT_TYPES: Readonly<Record<string, ComponentType>> = {
  [KEY_PROVIDER]: {
    acting: KEYS,
    kept: {
      'aes-generated': unneeded('Understudy encrypts nothing with it.'),
      'hmac-generated-hs512': unneeded('Understudy signs nothing with it.'),
      'ecdh-generated': unneeded('Requests are not encrypted with it.'),
      'java-keystore': reported('Its key is not used; import the key as PEM with the provider rsa.'),
    },
    others: 'Keys of this provider are not used; the realm gets a key of its own.',
  },
  [REGISTRATION_POLICY_TYPE]: {
    acting: POLICIES,
    kept: {
      'allowed-client-templates': kept('Clients may register with any client scope.', {
        usual: { 'allow-default-scopes': 'true' },
      }),
      'allowed-protocol-mappers': kept('Clients may register with any protocol mapper.', {
        usual: {
          'allowed-protocol-mapper-types': ALLOWED_MAPPERS,
          'consent-required-for-all-mappers': 'true',
        },
      }),
      'client-disabled': reported('Registered clients are enabled at once.'),
      'registration-web-origins': kept('Web pages of other origins need a token to register clients.'),
    },
    others: 'This registration policy is not checked.',
  },
  [USER_STORAGE_TYPE]: {
    acting: {},
    kept: {},
    others: 'Users of this directory cannot sign in; add them as users of the realm.',
  },
  [USER_PROFILE_TYPE]: {
    acting: {
      'declarative-user-profile':
        'The attributes of users: who sees and changes them, and which values are valid.',
    },
    kept: {},
    parts: {
      'declarative-user-profile': kept('This validator is not run; it accepts every value.', {
        asked: findOwnValidators,
      }),
    },
    others: 'Users may have any attribute.',
  },
};

const OTHER_TYPES = 'Components of this type are kept and do nothing.';

/** The components that do nothing, unless their settings are the default. */
export function listUnsupportedComponents(
  components: unknown,
  realm: JsonRecord,
): readonly UnsupportedValue[] {
  if (!isRecord(components)) return [];
  return Object.entries(components).flatMap(([type, list]) =>
    Array.isArray(list)
      ? list.flatMap((component: unknown) => findUnsupported(type, component, realm) ?? [])
      : [],
  );
}

/** What happens instead of a provider, or of a part of it; undefined if all of it acts. */
function findEffect(type: string, providerId: string): Kept | undefined {
  const row = Object.hasOwn(COMPONENT_TYPES, type) ? COMPONENT_TYPES[type] : undefined;
  if (row === undefined) return reported(OTHER_TYPES);
  if (Object.hasOwn(row.acting, providerId)) return row.parts?.[providerId];
  return Object.hasOwn(row.kept, providerId) ? row.kept[providerId] : reported(row.others);
}

function findUnsupported(type: string, component: unknown, realm: JsonRecord): UnsupportedValue | undefined {
  const { providerId, name, config = {} } = isRecord(component) ? component : {};
  if (typeof providerId !== 'string' || isSwitchedOff(config)) return undefined;
  const effect = findEffect(type, providerId);
  const asked = effect === undefined ? undefined : findAsked(config, effect, realm);
  if (effect === undefined || asked === undefined) return undefined;
  const item = typeof name === 'string' && name !== '' ? name : providerId;
  const value = Array.isArray(asked) ? joinFirst(asked.map(String)) : providerId;
  return { value, effect, at: [type, { item }] };
}

/** Keys and directories have the setting `enabled`. */
function isSwitchedOff(config: unknown): boolean {
  const enabled = isRecord(config) ? config['enabled'] : undefined;
  return Array.isArray(enabled) && String(enabled[0]) === 'false';
}
