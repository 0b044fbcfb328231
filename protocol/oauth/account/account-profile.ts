// The profile of a user as the account API shows and changes it.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import {
  changeProfile,
  editableMembers,
  findProfileFaults,
  PROFILE_LABELS,
  type ProfileFault,
  type ProfileMember,
  type ProfileValues,
  profileValue,
} from '#protocol/realm/users/profile-rules.ts';
import { type UserProfile, userProfileOf } from '#protocol/realm/users/user-profile.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { DuplicateError, type StoredUser, type UserStore } from '#protocol/store/store.ts';

const MEMBERS: readonly ProfileMember[] = ['username', 'email', 'firstName', 'lastName'];
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
  readonly userProfileMetadata?: UserProfile['metadata'];
}

/** The profile, with metadata if `withMetadata`. */
export function describeProfile(realm: Realm, user: StoredUser, withMetadata: boolean): AccountProfileWire {
  const { id, username, firstName, lastName, email, emailVerified = false, attributes = {} } = user;
  const profile = userProfileOf(realm);
  const visible = Object.entries(attributes).filter(([name]) => profile.isVisible(name));
  return {
    id,
    username,
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
    ...(email ? { email, emailVerified } : {}),
    ...(visible.length === 0 ? {} : { attributes: Object.fromEntries(visible) }),
    ...(withMetadata ? { userProfileMetadata: profile.metadata } : {}),
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

const MESSAGE_KEYS: Readonly<Record<ProfileFault['kind'], string>> = {
  missing: 'error-user-attribute-required',
  length: 'error-invalid-length',
  email: 'error-invalid-email',
  'email-taken': 'emailExistsMessage',
  'username-taken': 'usernameExistsMessage',
};

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
  const values = readValues(realm, body);
  const faults = await findProfileFaults(realm, users, user, values);
  if (faults.length > 0) return reject(faults);
  const attributes = readAttributes(body);
  const change = (current: StoredUser): StoredUser => ({
    ...changeProfile(realm, current, values),
    ...(attributes === undefined ? {} : { attributes: mergeAttributes(realm, current, attributes) }),
  });
  try {
    await users.update(realm.id, user.id, change);
    return undefined;
  } catch (error) {
    // Another request took the value meanwhile.
    if (error instanceof DuplicateError && (error.member === 'email' || error.member === 'username')) {
      const kind = error.member === 'email' ? 'email-taken' : 'username-taken';
      return reject([
        { member: error.member, kind, text: `${PROFILE_LABELS[error.member]} already exists.` },
      ]);
    }
    throw error;
  }
}

function reject(faults: readonly ProfileFault[]): RejectedProfile {
  return {
    status: faults.some(({ kind }) => kind.endsWith('-taken')) ? 409 : 400,
    errors: faults.map(({ member, kind }) => ({
      field: member,
      errorMessage: MESSAGE_KEYS[kind],
      params: [member],
    })),
    texts: faults.map(({ member, text }) => `${member}: ${text}`),
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
  for (const member of MEMBERS)
    if (!['string', 'undefined'].includes(typeof (body[member] ?? undefined)))
      throw unreadable(`${member} must be a text.`);
  return body;
}

const textOf = (body: Body, member: ProfileMember): string | undefined =>
  typeof body[member] === 'string' ? profileValue(member, body[member]) : undefined;

/** A user name that the realm does not let users change. */
function findLocked(realm: Realm, user: StoredUser, body: Body): RejectedProfile | undefined {
  const sent = textOf(body, 'username');
  if (sent === undefined || sent === user.username || realm.emailAsUsername) return undefined;
  if (editableMembers(realm).includes('username')) return undefined;
  return {
    status: 400,
    errors: [{ field: 'username', errorMessage: 'error-user-attribute-read-only', params: ['username'] }],
    texts: [`username: Users of realm ${realm.name} cannot change it (editUsernameAllowed).`],
  };
}

/** Members that are left out are empty, except the user name, which stays. */
function readValues(realm: Realm, body: Body): ProfileValues {
  return Object.fromEntries(
    editableMembers(realm).flatMap((member) => {
      const text = textOf(body, member);
      return text === undefined && member === 'username' ? [] : [[member, text ?? '']];
    }),
  );
}

/** Undefined if none are sent. A single text counts as a list of one, as in Keycloak. */
function readAttributes({ attributes }: Body): Attributes | undefined {
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

/** Attributes that users may change are replaced; all others stay as they are. */
function mergeAttributes(realm: Realm, user: StoredUser, sent: Attributes): Record<string, string[]> {
  const { isEditable } = userProfileOf(realm);
  const kept = Object.entries(user.attributes ?? {}).filter(([name]) => !isEditable(name));
  const changed = Object.entries(sent).filter(([name, values]) => isEditable(name) && values.length > 0);
  return Object.fromEntries([...kept, ...changed]);
}
