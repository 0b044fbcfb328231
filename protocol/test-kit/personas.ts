// Personas: users for tests, created or changed in one call with all that they need in their realm.
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#protocol/clock.ts';
import type { PersonaRequestWire, PersonaWire } from '#protocol/contract/personas.ts';
import { USER_CLAIMS_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { listUnsupportedActions, SUPPORTED_ACTIONS } from '#protocol/contract/settings/required-action.ts';
import { createNameUuid } from '#protocol/crypto/identifiers.ts';
import { verifyPasswordHash } from '#protocol/crypto/password-hash.ts';
import { normalizeUser } from '#protocol/realm/file/normalize-user.ts';
import { hasPassword, passwordCredential } from '#protocol/realm/users/credentials.ts';
import { DuplicateError, type Store, type StoredRealm, type StoredUser } from '#protocol/store/store.ts';
import { isServerClaim, userClaimsOf } from '#protocol/token/user-claims.ts';
import { KitError } from './kit-error.ts';
import { storedGroupPath, withTargets } from './persona-targets.ts';

const MAX_NAME_CHARACTERS = 255;

export interface PersonaDeps {
  readonly store: Pick<Store, 'realms' | 'users'>;
  /** The realm's clock. */
  readonly clock: Clock;
  /** The name after which ids are made: of the realm, or of the realm from which it was cloned. */
  readonly origin: string;
}

/**
 * Creates or changes the user; members that `persona` leaves out stay as they are. The id of a new user follows from
 * origin and username.
 * @throws {KitError} 400 for an invalid member, 404 when the realm is gone, 409 for what belongs to another user.
 */
export async function putPersona(
  deps: PersonaDeps,
  realm: StoredRealm,
  username: string,
  persona: PersonaRequestWire,
): Promise<PersonaWire> {
  const { store } = deps;
  const name = username.trim().toLowerCase();
  checkPersona(name, persona);
  const existing = await store.users.findByUsername(realm.id, name);
  if (existing?.serviceAccountClientId !== undefined) throw isServiceAccount(existing);
  const changed = withTargets(realm, persona);
  const stored =
    changed === realm
      ? realm
      : await store.realms.update(realm.realm, (current) => withTargets(current, persona));
  try {
    const user =
      existing === undefined
        ? await create(deps, stored, name, persona)
        : await update(deps, stored, existing, persona);
    return personaWire(user);
  } catch (error) {
    throw error instanceof DuplicateError ? isTaken(error, name, persona) : error;
  }
}

function checkPersona(
  name: string,
  { password, email, claims, attributes, requiredActions }: PersonaRequestWire,
): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused on purpose
  if (name === '' || name.length > MAX_NAME_CHARACTERS || /[\u0000-\u001f\u007f]/.test(name))
    throw new KitError(
      400,
      `The username must have 1 to ${MAX_NAME_CHARACTERS} characters, without control characters.`,
      'Write it into the path, percent-encoded.',
    );
  if (password === '') throw new KitError(400, 'password is empty.', 'Leave it out to keep the password.');
  if (email !== undefined && email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new KitError(400, 'email is not an e-mail address.', 'Write it like ann@example.test.');
  const claim = Object.keys(claims ?? {}).find(isServerClaim);
  if (claim !== undefined)
    throw new KitError(
      400,
      `claims has "${claim}", which only the server sets.`,
      'Leave it out. POST /emulator/v1/realms/{realm}/tokens makes tokens with such claims wrong on purpose.',
    );
  if (attributes !== undefined && Object.hasOwn(attributes, USER_CLAIMS_ATTRIBUTE))
    throw new KitError(400, `attributes has "${USER_CLAIMS_ATTRIBUTE}".`, 'Send the member claims instead.');
  const [action] = listUnsupportedActions(requiredActions);
  if (action !== undefined)
    throw new KitError(
      400,
      `requiredActions has "${action.value}", which has no page here.`,
      `Use ${Object.keys(SUPPORTED_ACTIONS).join(', ')}.`,
    );
}

async function create(
  { store, clock, origin }: PersonaDeps,
  realm: StoredRealm,
  username: string,
  persona: PersonaRequestWire,
): Promise<StoredUser> {
  const id = createNameUuid(JSON.stringify([origin, username]));
  const bare = { id, username, requiredActions: [] };
  const user = normalizeUser(realm, withMembers(realm, bare, persona), clock, { grantDefaultRole: true });
  const made = persona.password === undefined ? user : withPassword(realm, user, persona.password, clock);
  await store.users.create(realm.id, made);
  return made;
}

async function update(
  { store, clock }: PersonaDeps,
  realm: StoredRealm,
  { id }: StoredUser,
  persona: PersonaRequestWire,
): Promise<StoredUser> {
  const existing = await store.users.find(realm.id, id);
  if (existing === undefined) throw isGone(realm.realm);
  const { password } = persona;
  const known = passwordCredential(existing);
  const isNew =
    password !== undefined && (known === undefined || !(await verifyPasswordHash(password, known)));
  const change = (user: StoredUser): StoredUser => {
    const changed = withMembers(realm, user, persona);
    return isNew ? withPassword(realm, changed, password, clock) : changed;
  };
  // A test that puts the same persona again writes nothing.
  if (isDeepStrictEqual(change(existing), existing)) return existing;
  const saved = await store.users.update(realm.id, id, change);
  if (saved === undefined) throw isGone(realm.realm);
  return saved;
}

/** The user with the given members in place of their own. */
function withMembers(realm: StoredRealm, user: StoredUser, persona: PersonaRequestWire): StoredUser {
  const { email, emailVerified, firstName, lastName, enabled, roles, clientRoles, groups } = persona;
  const { requiredActions } = persona;
  const given = {
    ...(emailVerified === undefined ? {} : { emailVerified }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(requiredActions === undefined ? {} : { requiredActions: [...requiredActions] }),
    ...(roles === undefined ? {} : { realmRoles: withDefaultRole(realm, roles) }),
    ...(clientRoles === undefined ? {} : { clientRoles: copyLists(clientRoles) }),
    ...(groups === undefined ? {} : { groups: groups.map((path) => storedGroupPath(realm, path)) }),
  };
  const { email: before, ...others } = user;
  const address = email?.trim().toLowerCase() ?? before;
  return {
    ...(others as StoredUser),
    ...(address === undefined || address === '' ? {} : { email: address }),
    ...given,
    ...attributesOf(user, persona),
  };
}

function withDefaultRole({ defaultRole }: StoredRealm, roles: readonly string[]): string[] {
  return [...new Set([...roles, ...(defaultRole === undefined ? [] : [defaultRole.name])])];
}

function copyLists(lists: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]]));
}

/** Claims are kept in an attribute of their own, which neither replaces the others nor is replaced with them. */
function attributesOf(
  user: StoredUser,
  { attributes, claims }: PersonaRequestWire,
): Pick<StoredUser, 'attributes'> {
  if (attributes === undefined && claims === undefined) return {};
  const { [USER_CLAIMS_ATTRIBUTE]: kept, ...before } = user.attributes ?? {};
  const others =
    attributes === undefined
      ? before
      : Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, [value].flat()]));
  const text = claims === undefined ? kept : writeClaims(claims);
  return { attributes: text === undefined ? others : { ...others, [USER_CLAIMS_ATTRIBUTE]: text } };
}

function writeClaims(claims: Readonly<Record<string, unknown>>): string[] | undefined {
  return Object.keys(claims).length === 0 ? undefined : [JSON.stringify(claims)];
}

/** With a provisional hash, which is enough for a test and takes no time; other credentials stay. */
function withPassword(realm: StoredRealm, user: StoredUser, value: string, clock: Clock): StoredUser {
  const before = passwordCredential(user);
  const others = (user.credentials ?? []).filter((credential) => credential !== before);
  const credentials = [{ type: 'password', value }, ...others];
  return normalizeUser(realm, { ...user, credentials }, clock, { grantDefaultRole: false });
}

function personaWire(user: StoredUser): PersonaWire {
  const { id, username, email, firstName, lastName, emailVerified = false, enabled = true } = user;
  const { [USER_CLAIMS_ATTRIBUTE]: _claims, ...attributes } = user.attributes ?? {};
  return {
    id,
    username,
    ...(email === undefined ? {} : { email }),
    emailVerified,
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    enabled,
    hasPassword: hasPassword(user),
    roles: user.realmRoles ?? [],
    clientRoles: user.clientRoles ?? {},
    groups: user.groups ?? [],
    attributes,
    claims: userClaimsOf(user),
    requiredActions: user.requiredActions ?? [],
  };
}

function isTaken({ member }: DuplicateError, name: string, { email }: PersonaRequestWire): KitError {
  if (member === 'email')
    return new KitError(
      409,
      `The e-mail address ${email} belongs to another user of the realm.`,
      'Use another one, or set duplicateEmailsAllowed of the realm to true.',
    );
  return new KitError(
    409,
    `The ${member} of persona "${name}" belongs to another user of the realm.`,
    'Use another username, or remove the other user.',
  );
}

function isServiceAccount({ username, serviceAccountClientId }: StoredUser): KitError {
  return new KitError(
    409,
    `User "${username}" is the service account of client "${serviceAccountClientId}", not a person.`,
    'Use another username.',
  );
}

function isGone(name: string): KitError {
  return new KitError(
    404,
    `Realm "${name}" or its user has been removed meanwhile.`,
    'Send the request again.',
  );
}
