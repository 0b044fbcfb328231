// Leaves out references to what a realm file does not define, most of which Keycloak's import refuses.
import type { RealmRepresentation, RoleRepresentation } from '#protocol/contract/realm-representation.ts';
import { accountRoles, brokerRoles, managementRoles } from '../file/built-in/roles.ts';
import { allGroups } from '../groups/group-tree.ts';
import { type PlacedRow, REFERENCE_ROWS, ROLE_SEPARATORS } from '../references/follow-references.ts';
import { editAt, GONE } from '../references/location.ts';
import type { ReferenceKind } from '../references/reference-rows.ts';
import type { Report } from './findings.ts';

/** Flows that Keycloak adds to every realm. */
const BUILT_IN_FLOWS: readonly string[] = [
  'browser',
  'direct grant',
  'registration',
  'reset credentials',
  'clients',
  'first broker login',
  'saml ecp',
  'docker auth',
];

type Item = Readonly<Record<string, unknown>>;

/** The members with this name of the objects in a list. */
function collect(list: unknown, member: string): ReadonlySet<string> {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  const values = items.map((item) => (item as Item | null)?.[member]);
  return new Set(values.filter((value): value is string => typeof value === 'string'));
}

/** What a realm file defines. */
interface Definitions {
  readonly names: Readonly<Record<Exclude<ReferenceKind, 'client role'>, ReadonlySet<string>>>;
  /** By clientId. */
  readonly clientRoles: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids of everything that can be referred to by id. */
  readonly ids: ReadonlySet<string>;
}

/** Realm roles that Keycloak adds to a file without roles. */
const BUILT_IN_ROLES: readonly string[] = ['offline_access', 'uma_authorization'];

/** Clients that Keycloak adds to a file without clients, with their roles. */
const BUILT_IN_CLIENTS: Readonly<Record<string, RoleRepresentation[]>> = {
  account: accountRoles(),
  'account-console': [],
  'admin-cli': [],
  broker: brokerRoles(),
  'realm-management': managementRoles('realm-management', true),
  'security-admin-console': [],
};

/** The file with the clients and roles that Keycloak adds to it. */
function withBuiltIns(file: RealmRepresentation): RealmRepresentation {
  const names = file.roles === undefined ? BUILT_IN_ROLES : [];
  const added = [...names, ...(file.defaultRole === undefined ? [] : [file.defaultRole.name])];
  const realm = [...(file.roles?.realm ?? []), ...added.map((name) => ({ name }))];
  if (file.clients !== undefined) return { ...file, roles: { ...file.roles, realm } };
  return {
    ...file,
    clients: Object.keys(BUILT_IN_CLIENTS).map((clientId) => ({ clientId })),
    roles: { realm, client: { ...BUILT_IN_CLIENTS } },
  };
}

function listDefinitions(given: RealmRepresentation): Definitions {
  const file = withBuiltIns(given);
  const { roles = {}, clients, clientScopes, users } = file;
  const flows = file['authenticationFlows'];
  const groups = allGroups(file.groups);
  const owned = Object.entries(roles.client ?? {});
  const idLists = [clients, clientScopes, users, roles.realm, ...owned.map(([, list]) => list)];
  return {
    names: {
      client: collect(clients, 'clientId'),
      'client scope': collect(clientScopes, 'name'),
      'realm role': collect(roles.realm, 'name'),
      group: new Set(groups.map(({ path }) => path)),
      user: collect(users, 'username'),
      flow: collect(flows, 'alias'),
      'flow id': collect(flows, 'id'),
      'authenticator config': collect(file.authenticatorConfig, 'alias'),
      'identity provider': collect(file['identityProviders'], 'alias'),
    },
    clientRoles: new Map(owned.map(([clientId, list]) => [clientId, collect(list, 'name')])),
    ids: new Set(idLists.flatMap((list) => [...collect(list, 'id')])),
  };
}

function isDefined(row: PlacedRow, name: string, key: string | undefined, known: Definitions): boolean {
  if (row.mayBeId === true && known.ids.has(name)) return true;
  if (row.form !== undefined) return isRoleText(name, ROLE_SEPARATORS[row.form], known);
  return row.to.some((kind) => {
    if (kind === 'client role') return known.clientRoles.get(key ?? '')?.has(name) === true;
    const isBuiltIn = kind === 'flow' && row.noBuiltIn !== true && BUILT_IN_FLOWS.includes(name);
    return isBuiltIn || known.names[kind].has(name);
  });
}

function isRoleText(text: string, separator: string, { names, clientRoles }: Definitions): boolean {
  if (names['realm role'].has(text)) return true;
  return [...clientRoles].some(
    ([clientId, roles]) =>
      text.startsWith(`${clientId}${separator}`) && roles.has(text.slice(clientId.length + separator.length)),
  );
}

/** The file without references to anything that it does not define; the same object if there are none. */
export function withoutUnresolved(file: RealmRepresentation, report: Report): RealmRepresentation {
  let next = file;
  let known = listDefinitions(file);
  for (const row of REFERENCE_ROWS) {
    if (row.staysWhenGone === true) continue;
    const edited = editAt(next, row.location, (value, { path, key }) => {
      // The empty text means "none" in flow bindings.
      if (typeof value !== 'string' || value === '' || isDefined(row, value, key, known)) return value;
      const [kind] = row.to;
      report(path(), `The realm has no ${kind} "${value}", so the reference to it is left out.`);
      return GONE;
    });
    if (edited === GONE || edited === next) continue;
    next = edited;
    known = listDefinitions(next);
  }
  return next;
}
