// keycloak-config-cli: how it brings a realm to what a file says. It reads what is there, patches it with the file, and
// writes only what differs; a checksum in the realm's attributes spares the same file a second time.
import { createHash } from 'node:crypto';
import {
  type Component,
  type ConfigFile,
  type Entries,
  type Execution,
  type Flow,
  type Group,
  has,
  isSameFlow,
  list,
  maskless,
  patch,
  type Roles,
  type User,
  without,
} from './config-file.ts';
import type { AdminSession, Json } from './replay.ts';

/** Members that are not sent with the realm, because they have requests of their own. */
const APART = [
  'authenticatorConfig',
  'clients',
  'roles',
  'users',
  'groups',
  'defaultGroups',
  'identityProviders',
  'identityProviderMappers',
  'browserFlow',
  'components',
  'authenticationFlows',
  'scopeMappings',
  'clientScopes',
  'requiredActions',
  'defaultDefaultClientScopes',
  'clientProfiles',
  'clientPolicies',
  'userProfile',
  'messageBundles',
];

export class ConfigCli {
  readonly #api: AdminSession;
  /** Requests that write, in order. */
  readonly writes: string[] = [];

  constructor(api: AdminSession) {
    this.#api = api;
  }

  /** Imports a file; with the cache, only if its checksum has changed. */
  async import(file: ConfigFile, useCache = true): Promise<void> {
    this.writes.length = 0;
    const checksum = createHash('sha256').update(JSON.stringify(file)).digest('hex');
    const existing = await this.#api.find<{ attributes?: Json }>('');
    const attribute = 'de.adorsys.keycloak.config.import-checksum-default';
    if (useCache && existing?.attributes?.[attribute] === checksum) return;
    const sent = without(file, APART);
    if (existing === undefined) await this.#write('POST', '//realms', sent);
    else if (!has(existing, sent)) await this.#write('PUT', '', sent);
    await this.#configure(file);
    await this.#saveState({
      [attribute]: checksum,
      'de.adorsys.keycloak.config.state-default-clients-0': JSON.stringify(
        list(file, 'clients').map(({ clientId }) => clientId),
      ),
    });
  }

  async #configure(file: ConfigFile): Promise<void> {
    await this.#each(file, 'clientScopes', '/client-scopes', 'name');
    await this.#defaultScopes(list(file, 'defaultDefaultClientScopes') as unknown as readonly string[]);
    await this.#whole('/client-policies/profiles', file['clientProfiles']);
    await this.#whole('/client-policies/policies', file['clientPolicies']);
    for (const client of list(file, 'clients')) await this.#client(client);
    await this.#roles(file['roles'] as Roles | undefined);
    for (const group of list(file, 'groups')) await this.#group('/groups', group);
    await this.#defaultGroups(list(file, 'defaultGroups') as unknown as readonly string[]);
    await this.#components((file['components'] ?? {}) as Record<string, Entries>);
    await this.#whole('/users/profile', file['userProfile']);
    for (const user of list(file, 'users')) await this.#user(user);
    for (const action of list(file, 'requiredActions')) await this.#requiredAction(action);
    await this.#flows(file);
    for (const provider of list(file, 'identityProviders')) await this.#provider(provider);
    await this.#providerMappers(list(file, 'identityProviderMappers'));
    for (const mapping of list(file, 'scopeMappings')) await this.#scopeMapping(mapping);
    await this.#messages((file['messageBundles'] ?? {}) as Record<string, Record<string, string>>);
  }

  async #write(method: string, path: string, body?: unknown): Promise<string> {
    this.writes.push(`${method} ${path}`);
    return (await this.#api.send(method, path, body)).id;
  }

  async #all(path: string): Promise<Entries> {
    return this.#api.get<Entries>(path);
  }

  async #update(path: string, existing: Json, imported: Json): Promise<void> {
    if (!has(existing, imported)) await this.#write('PUT', path, patch(existing, imported));
  }

  /** A list whose entries are created, or updated by ID. */
  async #each(file: ConfigFile, member: string, path: string, key: string): Promise<void> {
    const existing = await this.#all(path);
    for (const entry of list(file, member)) {
      const found = existing.find((other) => other[key] === entry[key]);
      if (found === undefined) await this.#write('POST', path, entry);
      else await this.#update(`${path}/${found['id']}`, found, entry);
    }
  }

  async #whole(path: string, imported: unknown): Promise<void> {
    if (imported === undefined) return;
    if (!has(await this.#api.get(path), imported)) await this.#write('PUT', path, imported);
  }

  async #defaultScopes(names: readonly string[]): Promise<void> {
    const path = '/default-default-client-scopes';
    const present = (await this.#all(path)).map(({ name }) => name);
    const scopes = await this.#all('/client-scopes');
    for (const name of names) {
      const scope = scopes.find((each) => each['name'] === name);
      if (!present.includes(name)) await this.#write('PUT', `${path}/${scope?.['id']}`);
    }
  }

  async #client(client: Json): Promise<void> {
    const imported = without(client, ['authenticationFlowBindingOverrides', 'authorizationSettings']);
    const [found] = await this.#all(`/clients?clientId=${client['clientId']}`);
    if (found === undefined) {
      await this.#write('POST', '/clients', imported);
      return;
    }
    const { value } = await this.#api.get(`/clients/${found['id']}/client-secret`);
    await this.#update(`/clients/${found['id']}`, { ...found, secret: value }, imported);
  }

  async #roles({ realm = [], client = {} }: Roles = {}): Promise<void> {
    await this.#rolesOf('/roles', realm);
    for (const [clientId, roles] of Object.entries(client)) {
      const [found] = await this.#all(`/clients?clientId=${clientId}`);
      await this.#rolesOf(`/clients/${found?.['id']}/roles`, roles);
    }
    for (const { name, composites } of realm)
      for (const composite of (composites as { realm?: string[] } | undefined)?.realm ?? [])
        await this.#composite(`/roles/${name}/composites`, composite);
  }

  async #rolesOf(path: string, roles: Entries): Promise<void> {
    const existing = await this.#all(`${path}?briefRepresentation=false`);
    for (const role of roles) {
      const imported = without(role, ['composites', 'composite']);
      const found = existing.find(({ name }) => name === role['name']);
      if (found === undefined) await this.#write('POST', path, imported);
      else await this.#update(`${path}/${encodeURIComponent(String(role['name']))}`, found, imported);
    }
  }

  async #composite(path: string, name: string): Promise<void> {
    const present = await this.#all(`${path}/realm`);
    if (present.some((role) => role['name'] === name)) return;
    await this.#write('POST', path, [await this.#api.get(`/roles/${name}`)]);
  }

  async #group(path: string, group: Json): Promise<void> {
    const { subGroups = [], realmRoles = [], clientRoles = {}, ...imported } = group as Group;
    const page =
      path === '/groups' ? '?briefRepresentation=false' : '?first=0&max=2147483647&briefRepresentation=false';
    const found = (await this.#all(`${path}${page}`)).find(({ name }) => name === group['name']);
    const id = found?.['id'] ?? (await this.#write('POST', path, imported));
    const own = `/groups/${id}`;
    if (found !== undefined) await this.#update(own, await this.#api.get(own), imported);
    await this.#map(own, realmRoles, clientRoles);
    for (const child of subGroups) await this.#group(`${own}/children`, child);
  }

  /** Roles of a user or a group. */
  async #map(
    owner: string,
    realm: readonly string[],
    clients: Record<string, readonly string[]>,
  ): Promise<void> {
    await this.#addRoles(`${owner}/role-mappings/realm`, '/roles', realm);
    for (const [clientId, names] of Object.entries(clients)) {
      const [found] = await this.#all(`/clients?clientId=${clientId}`);
      await this.#addRoles(
        `${owner}/role-mappings/clients/${found?.['id']}`,
        `/clients/${found?.['id']}/roles`,
        names,
      );
    }
  }

  async #addRoles(path: string, roles: string, names: readonly string[]): Promise<void> {
    const present = (await this.#all(path)).map(({ name }) => name);
    const missing = names.filter((name) => !present.includes(name));
    if (missing.length === 0) return;
    const found = await Promise.all(missing.map((name) => this.#api.get(`${roles}/${name}`)));
    await this.#write('POST', path, found);
  }

  async #defaultGroups(paths: readonly string[]): Promise<void> {
    const present = (await this.#all('/default-groups')).map(({ path }) => path);
    for (const path of paths) {
      if (present.includes(path)) continue;
      const { id } = await this.#api.get(`/group-by-path${encodeURI(path)}`);
      await this.#write('PUT', `/default-groups/${id}`);
    }
  }

  async #components(components: Record<string, Entries>, parentId?: string): Promise<void> {
    const existing = await this.#all(
      parentId === undefined ? '/components' : `/components?parent=${parentId}`,
    );
    for (const [providerType, entries] of Object.entries(components))
      for (const { subComponents = {}, ...component } of entries as readonly Component[]) {
        const imported = { ...component, providerType, ...(parentId === undefined ? {} : { parentId }) };
        const id = await this.#component(existing, imported);
        if (Object.keys(subComponents).length > 0) await this.#components(subComponents, id);
      }
  }

  async #component(existing: Entries, imported: Json): Promise<string> {
    const { name, providerType } = imported;
    const found = existing.find((other) => other['name'] === name && other['providerType'] === providerType);
    if (found === undefined) return this.#write('POST', '/components', imported);
    const id = found['id'] as string;
    if (!has(found, maskless(imported)))
      await this.#write('PUT', `/components/${id}`, patch(found, imported));
    return id;
  }

  async #user(user: Json): Promise<void> {
    const { realmRoles = [], clientRoles = {}, groups = [], ...imported } = user as User;
    const search = async () => (await this.#all(`/users?username=${user['username']}&exact=true`))[0];
    const found = await search();
    if (found === undefined) await this.#write('POST', '/users', imported);
    else if (!has(await this.#api.get(`/users/${found['id']}`), without(imported, ['credentials'])))
      await this.#write('PUT', `/users/${found['id']}`, patch(found, imported));
    const path = `/users/${(await search())?.['id']}`;
    await this.#map(path, realmRoles, clientRoles);
    await this.#memberships(`${path}/groups`, groups);
  }

  /** Groups that are not in the file are left, also those that new users join. */
  async #memberships(path: string, paths: readonly string[]): Promise<void> {
    const present = await this.#all(path);
    const surplus = present.filter((group) => !paths.includes(String(group['path'])));
    for (const { id } of surplus) await this.#write('DELETE', `${path}/${id}`);
    for (const name of paths) {
      if (present.some((group) => group['path'] === name)) continue;
      const { id } = await this.#api.get(`/group-by-path${encodeURI(name)}`);
      await this.#write('PUT', `${path}/${id}`);
    }
  }

  async #requiredAction(action: Json): Promise<void> {
    const path = '/authentication/required-actions';
    const found = (await this.#all(path)).find(({ alias }) => alias === action['alias']);
    const { providerId, name } = action;
    if (found === undefined)
      await this.#write('POST', '/authentication/register-required-action', { providerId, name });
    if (found === undefined || !has(found, action))
      await this.#write('PUT', `${path}/${action['alias']}`, action);
  }

  /** Flows are compared as a whole and made again if they differ; executions are in the order of their priorities. */
  async #flows(file: ConfigFile): Promise<void> {
    const flows = list(file, 'authenticationFlows') as readonly Flow[];
    const existing = await this.#all('/authentication/flows');
    for (const flow of flows.filter(({ topLevel }) => topLevel)) {
      const found = existing.find(({ alias }) => alias === flow.alias);
      if (found !== undefined && isSameFlow(found as unknown as Flow, flow)) continue;
      if (found !== undefined) await this.#write('DELETE', `/authentication/flows/${found['id']}`);
      const parentFlow = await this.#write('POST', '/authentication/flows', flow);
      for (const execution of flow.authenticationExecutions)
        await this.#execution(file, flow, execution, parentFlow);
    }
    const { browserFlow } = file;
    const realm = await this.#api.get('');
    if (browserFlow !== undefined && realm['browserFlow'] !== browserFlow)
      await this.#write('PUT', '', { ...realm, browserFlow });
  }

  async #execution(file: ConfigFile, flow: Flow, execution: Execution, parentFlow?: string): Promise<void> {
    const path = `/authentication/flows/${encodeURIComponent(flow.alias)}/executions`;
    const { authenticator, requirement, priority, flowAlias, authenticatorConfig } = execution;
    if (flowAlias !== undefined) {
      const below = (list(file, 'authenticationFlows') as readonly Flow[]).find(
        ({ alias }) => alias === flowAlias,
      );
      if (below === undefined) throw new Error(`the file has no flow ${flowAlias}`);
      const { providerId: type, description } = below;
      await this.#write('POST', `${path}/flow`, {
        alias: flowAlias,
        provider: authenticator,
        type,
        description,
      });
      await this.#require(path, 'displayName', flowAlias, requirement);
      for (const each of below.authenticationExecutions) await this.#execution(file, below, each);
      return;
    }
    const id =
      parentFlow === undefined
        ? await this.#write('POST', `${path}/execution`, { provider: authenticator })
        : await this.#write('POST', '/authentication/executions', {
            parentFlow,
            authenticator,
            requirement,
            priority,
            autheticatorFlow: false,
          });
    if (parentFlow === undefined) await this.#require(path, 'providerId', authenticator ?? '', requirement);
    const config = list(file, 'authenticatorConfig').find(({ alias }) => alias === authenticatorConfig);
    if (config !== undefined) await this.#write('POST', `/authentication/executions/${id}/config`, config);
  }

  async #require(path: string, key: string, name: string, requirement: string): Promise<void> {
    const stored = (await this.#all(path)).find((entry) => entry[key] === name);
    await this.#write('PUT', path, { ...stored, requirement });
  }

  async #provider(provider: Json): Promise<void> {
    const path = `/identity-provider/instances/${provider['alias']}`;
    const found = await this.#api.find(path);
    if (found === undefined) await this.#write('POST', '/identity-provider/instances', provider);
    else await this.#update(path, found, maskless(provider));
  }

  async #providerMappers(mappers: Entries): Promise<void> {
    for (const mapper of mappers) {
      const path = `/identity-provider/instances/${mapper['identityProviderAlias']}/mappers`;
      const found = (await this.#all(path)).find(({ name }) => name === mapper['name']);
      if (found === undefined) await this.#write('POST', path, mapper);
      else await this.#update(`${path}/${found['id']}`, found, mapper);
    }
  }

  async #scopeMapping(mapping: Json): Promise<void> {
    const scope = (await this.#all('/client-scopes')).find(({ name }) => name === mapping['clientScope']);
    await this.#addRoles(
      `/client-scopes/${scope?.['id']}/scope-mappings/realm`,
      '/roles',
      mapping['roles'] as string[],
    );
  }

  async #messages(bundles: Record<string, Record<string, string>>): Promise<void> {
    for (const [locale, texts] of Object.entries(bundles))
      if (!has(await this.#api.get(`/localization/${locale}`), texts))
        await this.#write('POST', `/localization/${locale}`, texts);
  }

  async #saveState(state: Record<string, string>): Promise<void> {
    const realm = await this.#api.get<Json & { attributes: Json }>('');
    if (!has(realm.attributes, state))
      await this.#write('PUT', '', { ...realm, attributes: { ...realm.attributes, ...state } });
  }
}
