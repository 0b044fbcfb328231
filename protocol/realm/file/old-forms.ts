// Members that old versions of Keycloak wrote, read as what replaced them. The old member is kept for the export;
// where the new one is present, it counts. Nothing is checked yet, so whatever has an unexpected shape is left as
// it is, and the check of the new members reports it.
import type { RealmRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectsIn = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Changes the objects of a list; the same list when nothing changes. */
function mapObjects(list: unknown, change: (object: JsonObject) => JsonObject): unknown {
  if (!Array.isArray(list)) return list;
  let changed: unknown[] | undefined;
  for (const [index, item] of list.entries()) {
    const next = isObject(item) ? change(item) : item;
    if (next === item) continue;
    changed ??= [...list];
    changed[index] = next;
  }
  return changed ?? list;
}

/** The object with the value of an old member under its new name, unless it has that. */
function renamed(object: JsonObject, old: string, current: string): JsonObject {
  if (object[old] === undefined || object[old] === null || object[current] !== undefined) return object;
  return { ...object, [current]: object[old] };
}

/** The object with a member changed; the same object when nothing changes. */
function changed(object: JsonObject, member: string, change: (value: unknown) => unknown): JsonObject {
  const before = object[member];
  if (before === undefined) return object;
  const after = change(before);
  return after === before ? object : { ...object, [member]: after };
}

/** The file with its old members read, but for those of its users; the same object when it has none. */
export function readOldForms(file: RealmRepresentation): RealmRepresentation {
  if (!isObject(file)) return file;
  const readers: readonly ((realm: JsonObject) => JsonObject)[] = [
    withApplications,
    (realm) => renamed(realm, 'applicationScopeMappings', 'clientScopeMappings'),
    (realm) => changed(realm, 'roles', readRoles),
    (realm) => changed(realm, 'clients', (clients) => mapObjects(clients, readClient)),
  ];
  return readers.reduce((realm, read) => read(realm), file as JsonObject) as RealmRepresentation;
}

/** Keycloak 1.0 and 1.1 had applications and OAuth clients; both are clients now. */
function withApplications(realm: JsonObject): JsonObject {
  const old: readonly JsonObject[] = [
    ...objectsIn(realm['applications']),
    ...objectsIn(realm['oauthClients']).map((client) => ({
      consentRequired: true,
      fullScopeAllowed: false,
      ...client,
    })),
  ];
  if (old.length === 0) return realm;
  const clients = realm['clients'] ?? [];
  if (!Array.isArray(clients)) return realm;
  const known = new Set(objectsIn(clients).map(({ clientId }) => clientId));
  const added = old.flatMap(({ name, claims: _mask, ...rest }) =>
    typeof name !== 'string' || known.has(name) ? [] : [{ ...rest, clientId: name }],
  );
  return { ...realm, clients: [...clients, ...added] };
}

function readRoles(roles: unknown): unknown {
  if (!isObject(roles)) return roles;
  const current = renamed(roles, 'application', 'client');
  const ofRealm = changed(current, 'realm', (list) => mapObjects(list, readRole));
  return changed(ofRealm, 'client', (byClient) =>
    isObject(byClient)
      ? Object.keys(byClient).reduce(
          (all, clientId) => changed(all, clientId, (list) => mapObjects(list, readRole)),
          byClient,
        )
      : byClient,
  );
}

const readRole = (role: JsonObject): JsonObject =>
  changed(role, 'composites', (composites) =>
    isObject(composites) ? renamed(composites, 'application', 'client') : composites,
  );

/** A user of the file with its old members read; the same object when it has none. */
export function readOldUser(user: UserRepresentation): UserRepresentation {
  if (!isObject(user)) return user;
  const current = renamed(user, 'applicationRoles', 'clientRoles');
  return changed(current, 'credentials', (list) => mapObjects(list, readCredential)) as UserRepresentation;
}

/** Until Keycloak 6, hash and parameters were members of the credential. */
function readCredential(credential: JsonObject): JsonObject {
  const { type = 'password', hashedSaltedValue, salt, hashIterations, algorithm, ...rest } = credential;
  const isRead = credential['secretData'] !== undefined && credential['credentialData'] !== undefined;
  if (typeof hashedSaltedValue !== 'string' || isRead || credential['value'] !== undefined) return credential;
  if (type === 'password')
    return {
      ...rest,
      type,
      secretData: JSON.stringify({ value: hashedSaltedValue, salt }),
      credentialData: JSON.stringify({
        hashIterations: hashIterations ?? 1,
        algorithm: algorithm ?? 'pbkdf2',
      }),
    };
  if (type !== 'totp' && type !== 'hotp') return credential;
  const { digits = 6, counter = 0, period = 30, device: _device, ...others } = rest;
  return {
    ...others,
    type: 'otp',
    secretData: JSON.stringify({ value: hashedSaltedValue }),
    credentialData: JSON.stringify({
      subType: type,
      digits,
      counter,
      period,
      algorithm: algorithm ?? 'HmacSHA1',
    }),
  };
}

/** Until Keycloak 1.6, one switch turned the password grant on and the browser flows off. */
function readClient(client: JsonObject): JsonObject {
  const { directGrantsOnly } = client;
  if (typeof directGrantsOnly !== 'boolean') return client;
  return { standardFlowEnabled: !directGrantsOnly, directAccessGrantsEnabled: directGrantsOnly, ...client };
}
