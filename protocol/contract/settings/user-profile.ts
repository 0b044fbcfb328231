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

function readAttributes(text: unknown): readonly unknown[] {
  try {
    const profile: unknown = JSON.parse(String(text));
    const attributes = isRecord(profile) ? profile['attributes'] : undefined;
    return Array.isArray(attributes) ? attributes : [];
  } catch {
    // Unreadable: the profile of a new realm applies, as in Keycloak.
    return [];
  }
}

/** Validators of a profile component that Keycloak does not have; undefined: it has no profile. */
export function findOwnValidators(config: unknown): readonly string[] | undefined {
  const texts = isRecord(config) ? config['kc.user.profile.config'] : undefined;
  if (!Array.isArray(texts)) return undefined;
  const names = readAttributes(texts[0])
    .filter(isRecord)
    .flatMap(({ validations }) => (isRecord(validations) ? Object.keys(validations) : []))
    .filter((name) => !(PROFILE_VALIDATORS as readonly string[]).includes(name));
  return [...new Set(names)];
}
