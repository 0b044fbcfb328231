// The profile of a user as the account API shows and changes it.
import type { UserProfileMetadataWire } from '#protocol/contract/user-profile.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { findProfileFaults, type ProfileFault, takenFault } from '#protocol/realm/profile/check-profile.ts';
import {
  ACCOUNT_CONTEXT,
  isRootAttribute,
  listFields,
  ROOT_ATTRIBUTES,
  type RootAttribute,
} from '#protocol/realm/profile/profile-fields.ts';
import { allowsUsers, describeProfile as describeFields } from '#protocol/realm/profile/profile-metadata.ts';
import { changeProfile, type ProfileValues, profileValue } from '#protocol/realm/profile/profile-values.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { DuplicateError, type StoredUser, type UserStore } from '#protocol/store/store.ts';

const MAX_ATTRIBUTES = 100;
const MAX_VALUES = 100;

type Attributes = Readonly<Record<string, string[]>>;

/** Compat: `UserRepresentation` of Keycloak's account API; members without a value are left out. */
export interface AccountProfileWire {
  readonly id: string;
  readonly username: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly attributes?: Attributes;
  readonly userProfileMetadata?: UserProfileMetadataWire;
}

/** The profile, with metadata if `withMetadata`. */
export function describeProfile(realm: Realm, user: StoredUser, withMetadata: boolean): AccountProfileWire {
  const { id, username, firstName, lastName, email, emailVerified = false, attributes = {} } = user;
  const visible = Object.entries(attributes).filter(([name]) => allowsUsers(realm, name, 'view'));
  return {
    id,
    username,
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
    ...(email ? { email, emailVerified } : {}),
    ...(visible.length === 0 ? {} : { attributes: Object.fromEntries(visible) }),
    ...(withMetadata ? { userProfileMetadata: describeFields(realm, ACCOUNT_CONTEXT) } : {}),
  };
}

/** A fault of one member. Compat: `ErrorRepresentation`, with Keycloak's message keys. */
interface ProfileErrorWire {
  readonly field: string;
  readonly errorMessage: string;
  readonly params: readonly string[];
}

/** Faults to report; `texts` are for people. 409 if a value is taken, as in Keycloak. */
export interface RejectedProfile {
  readonly status: 400 | 409;
  readonly errors: readonly ProfileErrorWire[];
  readonly texts: readonly string[];
}

/**
 * Replaces what users may change. Returns the faults, or undefined when the change is stored.
 * @throws {OAuthError} `invalid_request` for members of the wrong type.
 */
export async function replaceProfile(
  { realm, json }: Pick<RealmExchange, 'realm' | 'json'>,
  users: UserStore,
  user: StoredUser,
): Promise<RejectedProfile | undefined> {
  const body = readBody(json);
  const locked = findLocked(realm, user, body);
  if (locked !== undefined) return locked;
  const values = { ...readMembers(realm, body), ...readAttributes(realm, user, body) };
  const faults = await findProfileFaults(realm, users, listFields(realm, ACCOUNT_CONTEXT), user, values);
  if (faults.length > 0) return reject(faults);
  const change = (current: StoredUser): StoredUser => changeProfile(realm, current, values);
  try {
    await users.update(realm.id, user.id, change);
    return undefined;
  } catch (error) {
    // Another request took the value meanwhile.
    if (error instanceof DuplicateError && (error.member === 'email' || error.member === 'username')) {
      return reject([takenFault(error.member, error.member)]);
    }
    throw error;
  }
}

function reject(faults: readonly ProfileFault[]): RejectedProfile {
  return {
    status: faults.some(({ kind }) => kind.endsWith('-taken')) ? 409 : 400,
    errors: faults.map(({ field, key, params }) => ({
      field,
      errorMessage: key,
      params: [field, ...params],
    })),
    texts: faults.map(({ field, text }) => `${field}: ${text}`),
  };
}

function unreadable(problem: string): OAuthError {
  return new OAuthError('invalid_request', {
    description: problem,
    remedy: 'Send the profile as GET answers it, as a JSON object.',
    section: 'RFC 9110 §15.5.1',
  });
}

type Body = Readonly<Record<string, unknown>>;

function readBody(json: unknown): Body {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw unreadable('The body must be a JSON object.');
  const body = json as Body;
  for (const member of ROOT_ATTRIBUTES)
    if (!['string', 'undefined'].includes(typeof (body[member] ?? undefined)))
      throw unreadable(`${member} must be a text.`);
  return body;
}

const textOf = (body: Body, member: RootAttribute): string | undefined =>
  typeof body[member] === 'string' ? profileValue(member, body[member]) : undefined;

/** A user name that the realm does not let users change. */
function findLocked(realm: Realm, user: StoredUser, body: Body): RejectedProfile | undefined {
  const sent = textOf(body, 'username');
  if (sent === undefined || sent === user.username || realm.emailAsUsername) return undefined;
  const isEditable = listFields(realm, ACCOUNT_CONTEXT).some(
    ({ attribute, readOnly }) => attribute.name === 'username' && !readOnly,
  );
  if (isEditable) return undefined;
  return {
    status: 400,
    errors: [{ field: 'username', errorMessage: 'error-user-attribute-read-only', params: ['username'] }],
    texts: [`username: Users of realm ${realm.name} cannot change it (editUsernameAllowed).`],
  };
}

/** The fields that users may change. */
function listEditable(realm: Realm): readonly string[] {
  return listFields(realm, ACCOUNT_CONTEXT).flatMap(({ attribute, readOnly }) =>
    readOnly ? [] : [attribute.name],
  );
}

/** Members that are left out are empty, except the user name, which stays. */
function readMembers(realm: Realm, body: Body): ProfileValues {
  return Object.fromEntries(
    listEditable(realm)
      .filter(isRootAttribute)
      .flatMap((member) => {
        const text = textOf(body, member);
        return text === undefined && member === 'username' ? [] : [[member, [text ?? '']]];
      }),
  );
}

/** Undefined if none are sent. A single text counts as a list of one, as in Keycloak. */
function readSent({ attributes }: Body): Attributes | undefined {
  if (attributes === undefined || attributes === null) return undefined;
  if (typeof attributes !== 'object' || Array.isArray(attributes))
    throw unreadable('attributes must be an object with lists of texts.');
  const entries = Object.entries(attributes);
  if (entries.length > MAX_ATTRIBUTES)
    throw unreadable(`attributes has more than ${MAX_ATTRIBUTES} members.`);
  return Object.fromEntries(
    entries.map(([name, value]: [string, unknown]): [string, string[]] => {
      const values = Array.isArray(value) ? value : [value];
      if (values.length <= MAX_VALUES && values.every((each) => typeof each === 'string'))
        return [name, values.filter((each) => each !== '')];
      throw unreadable(`attributes.${name} must be a list of at most ${MAX_VALUES} texts.`);
    }),
  );
}

/** Compat: a language that the realm has no longer stays until the user chooses another one. */
const isSame = ({ attributes }: StoredUser, [sent]: readonly string[] = []): boolean =>
  sent === attributes?.['locale']?.[0];

/** Attributes that users may change are replaced if any are sent; all others stay as they are. */
function readAttributes(realm: Realm, user: StoredUser, body: Body): ProfileValues {
  const sent = readSent(body);
  if (sent === undefined) return {};
  const names = new Set([
    ...listEditable(realm),
    ...Object.keys(user.attributes ?? {}),
    ...Object.keys(sent),
  ]);
  return Object.fromEntries(
    [...names]
      .filter((name) => !isRootAttribute(name) && allowsUsers(realm, name, 'edit'))
      .filter((name) => name !== 'locale' || !isSame(user, sent[name]))
      .map((name) => [name, sent[name] ?? []]),
  );
}
