// The user profile of a realm (`kc.user.profile.config`), compared with that of a new Keycloak realm.
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

const COMPARED: readonly string[] = ['validations', 'permissions'];

/** Text that is equal for equal values, whatever the order of members and items. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? '';
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${name}:${canonical(value[name])}`).join()}}`;
}

function isUsual(attribute: JsonRecord, compared: readonly string[]): boolean {
  const { name } = attribute;
  const usual: JsonRecord | undefined =
    typeof name === 'string' && Object.hasOwn(USUAL_ATTRIBUTES, name)
      ? { ...USUAL_ATTRIBUTES[name] }
      : undefined;
  return (
    usual !== undefined &&
    compared.every((member) => canonical(attribute[member]) === canonical(usual[member]))
  );
}

function readAttributes(text: unknown): readonly unknown[] {
  try {
    const profile: unknown = JSON.parse(String(text));
    const attributes = isRecord(profile) ? profile['attributes'] : undefined;
    return Array.isArray(attributes) ? attributes : [];
  } catch {
    // Unreadable: Keycloak would use its default.
    return [];
  }
}

/** Names of the attributes that a profile component adds or changes; undefined: it has no profile. */
export function findProfileChanges(config: unknown, realm: JsonRecord): readonly string[] | undefined {
  const texts = isRecord(config) ? config['kc.user.profile.config'] : undefined;
  if (!Array.isArray(texts)) return undefined;
  const compared = realm['realm'] === 'master' ? COMPARED : [...COMPARED, 'required'];
  return readAttributes(texts[0])
    .filter(isRecord)
    .filter((attribute) => !isUsual(attribute, compared))
    .map(({ name }) => String(name));
}
