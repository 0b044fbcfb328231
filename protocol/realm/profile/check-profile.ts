// Checks the values of a profile form.
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';
import { resolveText } from './labels.ts';
import { isRootAttribute, type ProfileField, type RootAttribute } from './profile-fields.ts';
import type { ProfileValues } from './profile-values.ts';
import { checkCount, checkValue, EMAIL, type ValueFault } from './validators.ts';

/** Why the values of an attribute are rejected. */
export interface ProfileFault extends ValueFault {
  /** Name of the attribute, and of its form field. */
  readonly field: string;
  readonly kind: 'missing' | 'invalid' | 'email-taken' | 'username-taken';
}

/** Characters of a name or an address at most. */
const MAX_ROOT_LENGTH = 255;

/**
 * Everything wrong with the values, one fault for each attribute. Whether they are taken is checked only if they are
 * valid. `user`: whose profile it is; undefined for a new user.
 */
export async function findProfileFaults(
  realm: Realm,
  users: Pick<UserStore, 'findByEmail' | 'findByUsername'>,
  fields: readonly ProfileField[],
  user: StoredUser | undefined,
  values: ProfileValues,
): Promise<readonly ProfileFault[]> {
  const faults = fields
    .filter(({ attribute, readOnly }) => !readOnly && values[attribute.name] !== undefined)
    .flatMap((field) => findFault(realm, field, values[field.attribute.name] ?? []) ?? []);
  if (faults.length > 0) return faults;
  return findTaken(realm, users, user, values);
}

function findFault(realm: Realm, field: ProfileField, values: readonly string[]): ProfileFault | undefined {
  const { attribute, required } = field;
  const { name, multivalued, validations } = attribute;
  const filled = values.filter((value) => value !== '');
  if (filled.length === 0) return required ? missingFault(realm, field) : undefined;
  const found =
    checkCount(filled.length, multivalued, validations['multivalued']) ??
    firstOf(filled, (value) => checkBasics(name, value) ?? checkValue(value, validations));
  return found === undefined ? undefined : { ...found, field: name, kind: 'invalid' };
}

/** Compat: pages name what is missing where Keycloak has a text for it. */
function missingFault(realm: Realm, { attribute }: ProfileField): ProfileFault {
  const { name, displayName } = attribute;
  const text = isRootAttribute(name)
    ? `Please specify ${resolveText(realm, displayName).toLowerCase()}.`
    : 'Please specify this field.';
  return { field: name, kind: 'missing', key: 'error-user-attribute-required', params: [], text };
}

/** What the server needs of names and addresses, whatever the profile says. */
function checkBasics(name: string, value: string): ValueFault | undefined {
  if (!isRootAttribute(name)) return undefined;
  if (value.length > MAX_ROOT_LENGTH || /\p{Cc}/u.test(value))
    return {
      key: 'error-invalid-length',
      params: ['1', String(MAX_ROOT_LENGTH)],
      text: `Length must be between 1 and ${MAX_ROOT_LENGTH}.`,
    };
  if (name !== 'email' || EMAIL.test(value)) return undefined;
  return { key: 'error-invalid-email', params: [], text: 'Invalid email address.' };
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The fault of a username or an address that another user has. */
export function takenFault(field: RootAttribute, member: 'username' | 'email'): ProfileFault {
  return member === 'email'
    ? { field, kind: 'email-taken', key: 'emailExistsMessage', params: [], text: 'Email already exists.' }
    : {
        field,
        kind: 'username-taken',
        key: 'usernameExistsMessage',
        params: [],
        text: 'Username already exists.',
      };
}

async function findTaken(
  realm: Realm,
  users: Pick<UserStore, 'findByEmail' | 'findByUsername'>,
  user: StoredUser | undefined,
  values: ProfileValues,
): Promise<readonly ProfileFault[]> {
  const isOther = (found: StoredUser | undefined): boolean => found !== undefined && found.id !== user?.id;
  const email = values['email']?.[0];
  const username = realm.emailAsUsername ? email : values['username']?.[0];
  const isShared = realm.stored.duplicateEmailsAllowed === true;
  const isEmailTaken = email !== undefined && !isShared && isOther(await users.findByEmail(realm.id, email));
  const ofEmail = isEmailTaken ? [takenFault('email', 'email')] : [];
  // One fault for each field.
  if (username === undefined || (realm.emailAsUsername && isEmailTaken)) return ofEmail;
  if (!isOther(await users.findByUsername(realm.id, username))) return ofEmail;
  return [takenFault(realm.emailAsUsername ? 'email' : 'username', 'username'), ...ofEmail];
}
