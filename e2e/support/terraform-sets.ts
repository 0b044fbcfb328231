// Resources of Terraform's provider for Keycloak that are sets: members of groups, roles of users and groups, scopes.
import type { AdminSession, Json } from './replay.ts';
import { exhaustiveSet, type Members, type Resource } from './terraform.ts';

type Entries = readonly Json[];

const valuesOf = (entries: Entries, member: string): readonly string[] =>
  entries.map((entry) => entry[member] as string);

/** The user's ID by an exact name in the results of a search that is not exact. */
async function userId(api: AdminSession, username: string): Promise<string> {
  const users = await api.get<Entries>(`/users?username=${encodeURIComponent(username)}`);
  const found = users.find((user) => user['username'] === username);
  if (found === undefined) throw new Error(`user with username ${username} does not exist`);
  return found['id'] as string;
}

/** Members by pages of fifty, until a page is empty. */
async function listMembers(api: AdminSession, group: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (let first = 0; ; first += 50) {
    const page = await api.get<Entries>(`/groups/${group}/members?max=50&first=${first}`);
    if (page.length === 0) return names;
    names.push(...valuesOf(page, 'username'));
  }
}

/** keycloak_group_memberships */
export function groupMemberships(
  group: string,
  names: readonly string[],
  later: readonly string[],
): Resource {
  const members: Members = {
    list: (api) => listMembers(api, group),
    async add(api, users) {
      for (const user of users) await api.put(`/users/${await userId(api, user)}/groups/${group}`, null);
    },
    async remove(api, users) {
      for (const user of users) await api.delete(`/users/${await userId(api, user)}/groups/${group}`);
    },
  };
  return exhaustiveSet(members, names, later);
}

/** keycloak_user_groups */
export function userGroups(user: string, groups: readonly string[], later: readonly string[]): Resource {
  const members: Members = {
    list: async (api) => valuesOf(await api.get<Entries>(`/users/${user}/groups/`), 'id'),
    async add(api, ids) {
      for (const id of ids) await api.put(`/users/${user}/groups/${id}`, null);
    },
    async remove(api, ids) {
      for (const id of ids) await api.delete(`/users/${user}/groups/${id}`);
    },
  };
  return exhaustiveSet(members, groups, later);
}

/** keycloak_default_groups */
export function defaultGroups(groups: readonly string[], later: readonly string[]): Resource {
  const members: Members = {
    list: async (api) => valuesOf(await api.get<Entries>('/default-groups'), 'id'),
    async add(api, ids) {
      for (const id of ids) await api.put(`/default-groups/${id}`, null);
    },
    async remove(api, ids) {
      for (const id of ids) await api.delete(`/default-groups/${id}`);
    },
  };
  return exhaustiveSet(members, groups, later);
}

interface Mappings {
  readonly realmMappings?: Entries;
  readonly clientMappings?: Readonly<Record<string, { readonly mappings: Entries }>>;
}

/** keycloak_user_roles and keycloak_group_roles: `owner` is `/users/{id}` or `/groups/{id}`. */
export function roleMappings(owner: string, roles: readonly string[], later: readonly string[]): Resource {
  const send = async (api: AdminSession, ids: readonly string[], method: string): Promise<void> => {
    for (const id of ids) {
      const role = await api.get(`/roles-by-id/${id}`);
      const container = role['clientRole'] === true ? `clients/${role['containerId']}` : 'realm';
      await api.send(method, `${owner}/role-mappings/${container}`, [role]);
    }
  };
  const members: Members = {
    async list(api) {
      const { realmMappings = [], clientMappings = {} } = await api.get<Mappings>(`${owner}/role-mappings`);
      const ofClients = Object.values(clientMappings).flatMap(({ mappings }) => mappings);
      return valuesOf([...realmMappings, ...ofClients], 'id');
    },
    add: (api, ids) => send(api, ids, 'POST'),
    remove: (api, ids) => send(api, ids, 'DELETE'),
  };
  return exhaustiveSet(members, roles, later);
}

/** keycloak_default_roles: names of the default role's composites, with the client ID before a slash. */
export function defaultRoles(names: readonly string[], later: readonly string[]): Resource {
  const composites = async (api: AdminSession): Promise<readonly (readonly [string, Json])[]> => {
    const { defaultRole } = await api.get<{ defaultRole: { id: string } }>('');
    const roles = await api.get<Entries>(`/roles-by-id/${defaultRole.id}/composites`);
    const named = roles.map(async (role) => {
      if (role['clientRole'] !== true) return [role['name'] as string, role] as const;
      const { clientId } = await api.get(`/clients/${role['containerId']}`);
      return [`${clientId}/${role['name']}`, role] as const;
    });
    return Promise.all(named);
  };
  const roleByName = async (api: AdminSession, name: string): Promise<Json> => {
    const [client, role] = name.split('/');
    if (role === undefined) return api.get(`/roles/${name}`);
    const [found] = await api.get<Entries>(`/clients?clientId=${client}`);
    return api.get(`/clients/${found?.['id']}/roles/${role}`);
  };
  const send = async (api: AdminSession, method: string, roles: Entries): Promise<void> => {
    if (roles.length === 0) return;
    const { defaultRole } = await api.get<{ defaultRole: { id: string } }>('');
    await api.send(method, `/roles-by-id/${defaultRole.id}/composites`, roles);
  };
  const members: Members = {
    list: async (api) => (await composites(api)).map(([name]) => name),
    add: async (api, wanted) =>
      send(api, 'POST', await Promise.all(wanted.map((name) => roleByName(api, name)))),
    async remove(api, surplus) {
      const present = await composites(api);
      await send(
        api,
        'DELETE',
        present.filter(([name]) => surplus.includes(name)).map(([, role]) => role),
      );
    },
  };
  return exhaustiveSet(members, names, later);
}

/** Scopes by name below a path: of a client or of the realm. */
export function scopes(path: string, names: readonly string[], later: readonly string[]): Resource {
  const send = async (api: AdminSession, method: string, wanted: readonly string[]): Promise<void> => {
    const known = await api.get<Entries>('/client-scopes');
    for (const name of wanted) {
      const scope = known.find((each) => each['name'] === name);
      if (scope === undefined) throw new Error(`validation error: scope ${name} does not exist`);
      await api.send(method, `${path}/${scope['id']}`, method === 'PUT' ? null : undefined);
    }
  };
  const members: Members = {
    list: async (api) => valuesOf(await api.get<Entries>(path), 'name'),
    add: (api, wanted) => send(api, 'PUT', wanted),
    remove: (api, surplus) => send(api, 'DELETE', surplus),
  };
  return exhaustiveSet(members, names, later);
}

/** One role in a list of mappings: keycloak_generic_role_mapper and the roles of service accounts. */
export function mappedRole(path: string, roleId: string, listed = path): Resource {
  const find = async (api: AdminSession): Promise<Json | undefined> =>
    (await api.find<Entries>(listed))?.find((role) => role['id'] === roleId);
  return {
    async create(api) {
      await api.post(path, [await api.get(`/roles-by-id/${roleId}`)]);
      return `${path}/${roleId}`;
    },
    read: find,
    destroy: async (api) => api.delete(path, [await find(api)]),
    values: { id: roleId },
  };
}
