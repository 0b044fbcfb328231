// For tests: Keycloak's import of roles, scope mappings and groups.
import { BUILT_IN_CLIENTS } from './import-clients.ts';
import { entriesOf, isObject, itemsOf, type Json, objectOf, textOf, textsOf } from './json.ts';
import type { Known } from './known.ts';

export function importRoles(realm: Json, known: Known): void {
  const defaultRole = textOf(objectOf(realm['defaultRole'])['name']);
  const roles = realm['roles'];
  if (!isObject(roles)) {
    for (const name of ['offline_access', 'uma_authorization', defaultRole]) known.realmRoles.add(name);
    return;
  }
  for (const { name } of itemsOf(roles['realm'])) known.add(known.realmRoles, textOf(name), 'realm role');
  if (!known.realmRoles.has(defaultRole)) known.refuse(`the default role ${defaultRole} has no composites`);
  for (const [clientId, list] of entriesOf(roles['client'])) {
    if (!known.clients.has(clientId)) known.refuse(`App doesn't exist in role definitions: ${clientId}`);
    const names = new Set<string>();
    for (const { name } of itemsOf(list)) known.add(names, textOf(name), `role of ${clientId}`);
    known.clientRoles.set(clientId, names);
  }
  const owned = entriesOf(roles['client']).flatMap(([, list]) => itemsOf(list));
  for (const role of [...itemsOf(roles['realm']), ...owned]) importComposites(role, realm, known);
}

/** Keycloak adds its own clients, with their roles, to a file without clients. */
function hasClientRole(clientId: string, name: string, realm: Json, known: Known): boolean {
  const isBuiltIn = realm['clients'] === undefined && BUILT_IN_CLIENTS.includes(clientId);
  return isBuiltIn || known.clientRoles.get(clientId)?.has(name) === true;
}

function importComposites({ name, composites }: Json, realm: Json, known: Known): void {
  const { realm: ofRealm, client, application } = objectOf(composites);
  if (application !== undefined) known.refuse(`${textOf(name)}: composites.application is applied again`);
  for (const each of textsOf(ofRealm))
    if (!known.realmRoles.has(each)) known.refuse(`Unable to find composite realm role: ${each}`);
  for (const [clientId, names] of entriesOf(client)) {
    if (!known.clients.has(clientId)) known.refuse(`App doesn't exist in role definitions: ${textOf(name)}`);
    for (const each of textsOf(names))
      if (!hasClientRole(clientId, each, realm, known))
        known.refuse(`Unable to find composite client role: ${each}`);
  }
}

export function importMappings(realm: Json, known: Known): void {
  importMappingsOf(realm['scopeMappings'], realm, known, (role) => known.realmRoles.has(role));
  for (const [clientId, list] of entriesOf(realm['clientScopeMappings'])) {
    if (!known.clients.has(clientId))
      known.refuse(`Unable to find client role mappings for client: ${clientId}`);
    importMappingsOf(list, realm, known, (role) => hasClientRole(clientId, role, realm, known));
  }
}

function importMappingsOf(list: unknown, realm: Json, known: Known, has: (role: string) => boolean): void {
  for (const mapping of itemsOf(list)) {
    checkTarget(mapping, realm, known);
    for (const role of textsOf(mapping['roles']))
      if (!has(role)) known.refuse(`a scope mapping creates the role ${role}`);
  }
}

function checkTarget({ client, clientScope, roles }: Json, realm: Json, known: Known): void {
  if (client === undefined && clientScope === undefined)
    known.refuse('Either client or clientScope needs to be specified in scope mappings');
  if (client !== undefined && (realm['clients'] === undefined || !known.clients.has(textOf(client))))
    known.refuse(`Unknown client specification in scope mappings: ${textOf(client)}`);
  if (clientScope !== undefined && !known.scopes.has(textOf(clientScope)))
    known.refuse(`Unknown clientScope specification in scope mappings: ${textOf(clientScope)}`);
  if (!Array.isArray(roles)) known.refuse('scope mapping without roles: NullPointerException');
}

/** Roles that a user or a group has. */
export function importGrants(holder: Json, name: string, realm: Json, known: Known): void {
  for (const role of textsOf(holder['realmRoles']))
    if (!known.realmRoles.has(role)) known.refuse(`${name} creates the role ${role}`);
  for (const [clientId, roles] of entriesOf(holder['clientRoles'])) {
    if (!known.clients.has(clientId))
      known.refuse(`${name}: Unable to find client role mappings for client: ${clientId}`);
    for (const role of textsOf(roles))
      if (!hasClientRole(clientId, role, realm, known))
        known.refuse(`${name} creates the role ${clientId}/${role}`);
  }
}

export function importGroups(realm: Json, known: Known): void {
  const visit = (groups: readonly Json[], parent: string): void => {
    const names = new Set<string>();
    for (const group of groups) {
      known.add(names, textOf(group['name']), 'Sibling group named');
      const path = `${parent}/${textOf(group['name'])}`;
      if (group['path'] !== path) known.refuse(`group ${path} has the path ${textOf(group['path'])}`);
      importGrants(group, path, realm, known);
      visit(itemsOf(group['subGroups']), path);
    }
  };
  known.groups = itemsOf(realm['groups']);
  visit(known.groups, '');
  for (const path of textsOf(realm['defaultGroups']))
    if (!hasGroup(known, path)) known.refuse(`default group in realm rep doesn't exist: ${path}`);
}

/** Keycloak takes the shortest name that fits at each level and does not go back. */
export function hasGroup({ groups }: Known, path: string): boolean {
  let level = groups;
  let name = '';
  const parts = path.split('/').slice(1);
  for (const [index, part] of parts.entries()) {
    name = name === '' ? part : `${name}/${part}`;
    const found = level.find((group) => group['name'] === name);
    if (found === undefined) continue;
    if (index === parts.length - 1) return true;
    level = itemsOf(found['subGroups']);
    name = '';
  }
  return false;
}
