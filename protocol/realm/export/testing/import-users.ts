// For tests: Keycloak's import of users, organizations and authorization settings.
import { hasGroup, importGrants } from './import-roles.ts';
import { itemsOf, type Json, objectOf, textOf, textsOf } from './json.ts';
import type { Known } from './known.ts';

export function importUsers(realm: Json, known: Known): void {
  const emails = new Set<string>();
  for (const user of itemsOf(realm['users'])) {
    known.add(known.users, textOf(user['username']), 'user');
    if (user['enabled'] === undefined) known.refuse(`user ${textOf(user['username'])} is disabled`);
    const email = textOf(user['email']);
    if (email !== '' && realm['duplicateEmailsAllowed'] !== true) known.add(emails, email, 'e-mail');
  }
  for (const user of [...itemsOf(realm['users']), ...itemsOf(realm['federatedUsers'])])
    importUser(user, realm, known);
  addServiceAccounts(realm, known);
  importOrganizations(realm, known);
}

/** Missing ones are created at the end. A partial export without clients leaves them to those of the realm. */
function addServiceAccounts(realm: Json, known: Known): void {
  const linked = new Set(itemsOf(realm['users']).map((user) => user['serviceAccountClientId']));
  for (const { clientId, serviceAccountsEnabled } of itemsOf(realm['clients']))
    if (serviceAccountsEnabled === true && !linked.has(clientId))
      known.add(known.users, `service-account-${textOf(clientId)}`.toLowerCase(), 'user');
}

function importUser(user: Json, realm: Json, known: Known): void {
  const name = `user ${textOf(user['username'])}`;
  if (user['applicationRoles'] !== undefined) known.refuse(`${name}: applicationRoles are applied again`);
  importGrants(user, name, realm, known);
  for (const path of textsOf(user['groups']))
    if (!hasGroup(known, path)) known.refuse(`Unable to find group specified by path: ${path}`);
  const account = user['serviceAccountClientId'];
  if (account !== undefined && !known.clients.has(textOf(account)))
    known.refuse(`Unable to find client specified for service account link. Client: ${textOf(account)}`);
  importConsents(user, known);
  for (const credential of itemsOf(user['credentials'])) importCredential(credential, name, known);
}

function importConsents(user: Json, known: Known): void {
  const clients = new Set<string>();
  for (const { clientId, grantedClientScopes } of itemsOf(user['clientConsents'])) {
    known.add(clients, textOf(clientId), 'consent to');
    if (!known.clients.has(textOf(clientId)))
      known.refuse(`Unable to find client consent mappings for client: ${textOf(clientId)}`);
    for (const scope of textsOf(grantedClientScopes))
      if (!known.scopes.has(scope) && !known.clients.has(scope))
        known.refuse(`Unable to find client scope referenced in consent mappings of user: ${scope}`);
  }
}

const STORED = new Set([
  'id',
  'type',
  'userLabel',
  'createdDate',
  'priority',
  'federationLink',
  'secretData',
  'credentialData',
]);

function importCredential(credential: Json, name: string, known: Known): void {
  for (const member of ['type', 'secretData', 'credentialData'])
    if (credential[member] === undefined) known.refuse(`${name}: a credential without ${member}`);
  for (const member of Object.keys(credential))
    if (!STORED.has(member)) known.refuse(`${name}: a credential with ${member}`);
}

function importOrganizations(realm: Json, known: Known): void {
  const aliases = new Set(itemsOf(realm['identityProviders']).map(({ alias }) => alias));
  for (const { identityProviders, members } of itemsOf(realm['organizations'])) {
    for (const { alias } of itemsOf(identityProviders))
      if (!aliases.has(alias)) known.refuse(`organization: NullPointerException: ${textOf(alias)}`);
    for (const { username } of itemsOf(members))
      if (!known.users.has(textOf(username)))
        known.refuse(`organization: NullPointerException: ${textOf(username)}`);
  }
}

export function importPolicies(realm: Json, known: Known): void {
  for (const client of itemsOf(realm['clients']))
    for (const { config } of itemsOf(objectOf(client['authorizationSettings'])['policies']))
      for (const id of rolesOf(objectOf(config)['roles']))
        if (!isRole(id, realm, known))
          known.refuse(`Error while updating policy. Role ${id} could not be found.`);
}

function rolesOf(text: unknown): readonly string[] {
  return textOf(text).startsWith('[') ? itemsOf(JSON.parse(textOf(text))).map(({ id }) => textOf(id)) : [];
}

function isRole(text: string, realm: Json, known: Known): boolean {
  const isId = JSON.stringify(realm['roles'] ?? {}).includes(`"id":"${text}"`);
  const ofClient = [...known.clientRoles].some(([clientId, names]) =>
    [...names].some((name) => text === `${clientId}/${name}`),
  );
  return isId || ofClient || known.realmRoles.has(text) || realm['roles'] === undefined;
}
