// The rules for names and e-mail addresses that users change themselves, on pages and by the account API.
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';

export type ProfileMember = 'username' | 'email' | 'firstName' | 'lastName';

export type ProfileValues = Readonly<Partial<Record<ProfileMember, string>>>;

/** Why a value is rejected. */
export interface ProfileFault {
  readonly member: ProfileMember;
  readonly kind: 'missing' | 'length' | 'email' | 'email-taken' | 'username-taken';
  /** For the user: "Email already exists." */
  readonly text: string;
}

export const PROFILE_LABELS: Readonly<Record<ProfileMember, string>> = {
  username: 'Username',
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
};

/** Maximum length of a value, in characters. */
export const MAX_PROFILE_LENGTH = 255;

/** The members that users may change in this realm. */
export function editableMembers({ stored, emailAsUsername }: Realm): readonly ProfileMember[] {
  const canRename = stored.editUsernameAllowed === true && !emailAsUsername;
  return canRename ? ['username', 'email', 'firstName', 'lastName'] : ['email', 'firstName', 'lastName'];
}

/** A submitted value as it is stored: user names and e-mail addresses in lower case. */
export function profileValue(member: ProfileMember, submitted: string): string {
  const text = submitted.trim();
  return member === 'username' || member === 'email' ? text.toLowerCase() : text;
}

function findValueFault(member: ProfileMember, text: string): ProfileFault | undefined {
  if (text === '')
    return { member, kind: 'missing', text: `Please specify ${PROFILE_LABELS[member].toLowerCase()}.` };
  if (text.length > MAX_PROFILE_LENGTH || /\p{Cc}/u.test(text))
    return { member, kind: 'length', text: `Length must be between 1 and ${MAX_PROFILE_LENGTH}.` };
  if (member === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text))
    return { member, kind: 'email', text: 'Invalid email address.' };
  return undefined;
}

async function findTaken(
  realm: Realm,
  users: UserStore,
  user: StoredUser,
  values: ProfileValues,
): Promise<ProfileFault | undefined> {
  const isOther = (found: StoredUser | undefined): boolean => found !== undefined && found.id !== user.id;
  const { email, username = realm.emailAsUsername ? email : undefined } = values;
  const isShared = realm.stored.duplicateEmailsAllowed === true;
  if (email !== undefined && !isShared && isOther(await users.findByEmail(realm.id, email)))
    return { member: 'email', kind: 'email-taken', text: 'Email already exists.' };
  if (username === undefined || !isOther(await users.findByUsername(realm.id, username))) return undefined;
  const member = realm.emailAsUsername ? 'email' : 'username';
  return { member, kind: 'username-taken', text: 'Username already exists.' };
}

/** Everything wrong with the values; whether they are taken is checked only if they are valid. */
export async function findProfileFaults(
  realm: Realm,
  users: UserStore,
  user: StoredUser,
  values: ProfileValues,
): Promise<readonly ProfileFault[]> {
  const members = editableMembers(realm).filter((member) => values[member] !== undefined);
  const faults = members.flatMap((member) => findValueFault(member, values[member] ?? '') ?? []);
  if (faults.length > 0) return faults;
  const taken = await findTaken(realm, users, user, values);
  return taken === undefined ? [] : [taken];
}

/** The user with the values. A changed e-mail address is unverified, and may be the user name, too. */
export function changeProfile(realm: Realm, user: StoredUser, values: ProfileValues): StoredUser {
  const { email } = values;
  const renamed = realm.emailAsUsername && email !== undefined ? { username: email } : {};
  const isKept = email === undefined || user.email === email;
  return { ...user, ...values, ...renamed, emailVerified: user.emailVerified === true && isKept };
}
