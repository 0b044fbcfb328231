// The user profile of a realm (`kc.user.profile.config`): that of a new Keycloak realm, and the validators that act.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's message keys have this form
import { isRecord, type JsonRecord } from './kept.ts';

const EDITED_BY_ALL = { view: ['admin', 'user'], edit: ['admin', 'user'] };
const REQUIRED = { roles: ['user'] };
const NAME = { length: { max: 255 }, 'person-name-prohibited-characters': {} };

/** Compat: the attributes of a new realm in Keycloak 26. In `master`, none is required. */
const USUAL_ATTRIBUTES: Readonly<Record<string, JsonRecord>> = {
  username: {
    validations: {
      length: { min: 3, max: 255 },
      'username-prohibited-characters': {},
      'up-username-not-idn-homograph': {},
    },
    permissions: EDITED_BY_ALL,
  },
  email: {
    validations: { email: {}, length: { max: 255 } },
    required: REQUIRED,
    permissions: EDITED_BY_ALL,
  },
  firstName: { validations: NAME, required: REQUIRED, permissions: EDITED_BY_ALL },
  lastName: { validations: NAME, required: REQUIRED, permissions: EDITED_BY_ALL },
};

/** Compat: the profile of a new realm in Keycloak 26, as its admin API shows it. */
export function usualProfile(realmName: string): JsonRecord {
  return {
    attributes: Object.entries(USUAL_ATTRIBUTES).map(([name, { required, ...attribute }]) => ({
      name,
      displayName: `\${${name}}`,
      ...attribute,
      ...(required === undefined || realmName === 'master' ? {} : { required }),
      multivalued: false,
    })),
    groups: [
      {
        name: 'user-metadata',
        displayHeader: 'User metadata',
        displayDescription: 'Attributes, which refer to user metadata',
      },
    ],
  };
}

/** Keycloak's validators of attributes. */
export const PROFILE_VALIDATORS = [
  'length',
  'integer',
  'double',
  'pattern',
  'email',
  'uri',
  'iso-date',
  'local-date',
  'options',
  'multivalued',
  'person-name-prohibited-characters',
  'username-prohibited-characters',
  'up-username-not-idn-homograph',
] as const;

export type ProfileValidator = (typeof PROFILE_VALIDATORS)[number];

/** The configuration in a profile component; undefined if it has none, or none that can be read. */
export function readProfileConfig(config: unknown): JsonRecord | undefined {
  const texts = isRecord(config) ? config['kc.user.profile.config'] : undefined;
  if (!Array.isArray(texts)) return undefined;
  try {
    const profile: unknown = JSON.parse(String(texts[0]));
    return isRecord(profile) ? profile : undefined;
  } catch {
    // A realm file may contain anything; the profile of a new realm applies, as in Keycloak.
    return undefined;
  }
}

/** Validators of a profile component that Keycloak does not have; undefined: it has no profile. */
export function findOwnValidators(config: unknown): readonly string[] | undefined {
  if (!isRecord(config) || !Array.isArray(config['kc.user.profile.config'])) return undefined;
  const attributes = readProfileConfig(config)?.['attributes'];
  const names = (Array.isArray(attributes) ? attributes : [])
    .filter(isRecord)
    .flatMap(({ validations }) => (isRecord(validations) ? Object.keys(validations) : []))
    .filter((name) => !(PROFILE_VALIDATORS as readonly string[]).includes(name));
  return [...new Set(names)];
}
