// Resources of Terraform's provider for Keycloak with requests of their own.
import type { AdminSession, Json } from './replay.ts';
import { idIn, item, type Resource } from './terraform.ts';

/** keycloak_group: the parent is found again by the path. */
export function group(values: Json, parent = '', change?: Json): Resource {
  const list = parent === '' ? '/groups' : `/groups/${parent}/children`;
  const sent = { attributes: {}, ...values };
  return {
    create: (api) => api.post(list, sent),
    async read(api, id) {
      const found = await api.find<Json & { path: string }>(`/groups/${id}`);
      if (found === undefined) return undefined;
      const above = found.path.split('/').slice(1, -1).map(encodeURIComponent).join('/');
      const { id: parentId } = above === '' ? { id: '' } : await api.get(`/group-by-path/${above}`);
      return { ...found, parentId };
    },
    update: (api, id, { parentId: _parent, ...changed }) => api.put(`/groups/${id}`, { id, ...changed }),
    destroy: (api, id) => api.delete(`/groups/${id}`),
    find: async (api) => {
      const search = `/groups?search=${encodeURIComponent(values['name'] as string)}`;
      const listed = await api.get<readonly (Json & { subGroups?: readonly Json[] })[]>(search);
      const all = listed.flatMap((top) => [top, ...(top.subGroups ?? [])]);
      return all.find(({ name }) => name === values['name'])?.['id'] as string | undefined;
    },
    values: { ...sent, parentId: parent },
    ...(change === undefined ? {} : { change }),
  };
}

/** keycloak_user, with the password that it gets once. */
export function userResource(values: Json, password?: Json, change?: Json): Resource {
  const { username } = values as { username: string };
  const plain = item('/users', values, change === undefined ? {} : { change });
  return {
    ...plain,
    async create(api) {
      const id = await plain.create(api);
      if (password !== undefined)
        await api.put(`/users/${id}/reset-password`, { type: 'password', ...password });
      return id;
    },
    async update(api, id, changed) {
      await plain.update?.(api, id, changed);
      await api.get(`/users/${id}/federated-identity`);
    },
    find: (api) => idIn(api, `/users?username=${encodeURIComponent(username)}`, 'username', username),
  };
}

/** keycloak_authentication_flow */
export function flow(values: Json, change?: Json): Resource {
  const sent = { description: '', providerId: 'basic-flow', topLevel: true, builtIn: false, ...values };
  return item('/authentication/flows', sent, {
    ...(change === undefined ? {} : { change }),
    find: (api) => idIn(api, '/authentication/flows', 'alias', values['alias'] as string),
  });
}

/** keycloak_authentication_execution; a priority of 0 is not sent. */
export function execution(parent: string, authenticator: string, values: Json, change?: Json): Resource {
  const path = `/authentication/flows/${parent}/executions`;
  const write = (api: AdminSession, id: string, changed: Json): Promise<void> => {
    const { authenticator: _authenticator, ...sent } = changed;
    return api.put(path, { id, ...sent });
  };
  return {
    async create(api) {
      const id = await api.post(`${path}/execution`, { provider: authenticator });
      await write(api, id, values);
      return id;
    },
    read: (api, id) => api.find(`/authentication/executions/${id}`),
    update: write,
    destroy: (api, id) => api.delete(`/authentication/executions/${id}`),
    find: (api) => idIn(api, path, 'providerId', authenticator),
    values: { authenticator, ...values },
    ...(change === undefined ? {} : { change }),
  };
}

/** keycloak_authentication_execution_config */
export function executionConfig(executionId: string, values: Json, change: Json): Resource {
  const config = item('/authentication/config', values, { change });
  return {
    ...config,
    create: (api) => api.post(`/authentication/executions/${executionId}/config`, values),
    find: async (api) =>
      (await api.get(`/authentication/executions/${executionId}`))['authenticatorConfig'] as
        | string
        | undefined,
  };
}

/** keycloak_authentication_subflow: a flow, and the execution that holds it. */
export function subflow(parent: string, values: Json, change?: Json): Resource {
  const path = `/authentication/flows/${parent}/executions`;
  const executionOf = async (api: AdminSession, id: string): Promise<string> => {
    const found = await idIn(api, path, 'flowId', id);
    if (found === undefined) throw new Error('no execution id found for subflow');
    return found;
  };
  const write = async (api: AdminSession, id: string, changed: Json): Promise<void> => {
    const { requirement, priority, ...members } = changed;
    await api.put(`/authentication/flows/${id}`, { id, topLevel: false, builtIn: false, ...members });
    await api.put(path, { id: await executionOf(api, id), requirement, priority });
  };
  return {
    async create(api) {
      const { alias, providerId, description } = values;
      const id = await api.post(`${path}/flow`, { alias, type: providerId, provider: '', description });
      await write(api, id, values);
      return id;
    },
    async read(api, id) {
      const found = await api.find(`/authentication/flows/${id}`);
      if (found === undefined) return undefined;
      const { requirement, priority } = await api.get(
        `/authentication/executions/${await executionOf(api, id)}`,
      );
      return { ...found, requirement, priority };
    },
    update: write,
    destroy: async (api, id) => api.delete(`/authentication/executions/${await executionOf(api, id)}`),
    values,
    ...(change === undefined ? {} : { change }),
  };
}

/** keycloak_…_identity_provider; an organization is linked by a request of its own. */
export function provider(values: Json, change: Json, organization?: string): Resource {
  const { alias, config } = values as { alias: string; config: Json };
  const path = `/identity-provider/instances/${alias}`;
  const linked = organization === undefined ? values : { ...values, organizationId: organization };
  const { clientSecret: _secret, ...readable } = config;
  return {
    async create(api) {
      await api.post('/identity-provider/instances', values);
      if (organization !== undefined) {
        await api.sendJson('POST', `/organizations/${organization}/identity-providers`, alias);
        await api.put(path, linked);
      }
      return alias;
    },
    read: (api) => api.find(path),
    async update(api, _id, changed) {
      const { internalId } = await api.get(path);
      await api.put(path, { internalId, ...changed, config: { ...config, ...(changed['config'] as Json) } });
    },
    destroy: (api) => api.delete(path),
    find: async (api) => (await api.find(path))?.['alias'] as string | undefined,
    values: { ...linked, config: readable },
    change,
  };
}

/** keycloak_required_action: registers it if it is not, and finds it by its alias. */
export function requiredAction(values: Json, change: Json): Resource {
  const alias = values['alias'] as string;
  const path = `/authentication/required-actions/${alias}`;
  const sent = { name: '', providerId: '', enabled: false, defaultAction: false, priority: 0, ...values };
  return {
    async create(api) {
      const free = await api.get<readonly Json[]>('/authentication/unregistered-required-actions');
      const found = free.find(({ providerId }) => providerId === alias);
      if (found !== undefined) await api.post('/authentication/register-required-action', found);
      await api.put(path, sent);
      return alias;
    },
    read: (api) => api.find(path),
    update: (api, _id, changed) => api.put(path, { providerId: '', ...changed }),
    destroy: (api) => api.delete(path),
    // The provider does not compare the provider's identifier, which it sends empty.
    values: Object.fromEntries(Object.entries(sent).filter(([name]) => name !== 'providerId')),
    change,
  };
}

/** An entry of a list that is read and written as a whole: client policies and their profiles. */
export function listed(path: string, member: string, query: string, values: Json, change: Json): Resource {
  const name = values['name'] as string;
  const rewrite = async (api: AdminSession, entries: (list: readonly Json[]) => readonly Json[]) => {
    const all = await api.get<Record<string, readonly Json[]>>(`${path}${query}`);
    await api.put(path, { ...all, [member]: entries(all[member] ?? []) });
  };
  const find = async (api: AdminSession): Promise<Json | undefined> => {
    const all = await api.get<Record<string, readonly Json[]>>(`${path}${query}`);
    return all[member]?.find((entry) => entry['name'] === name);
  };
  return {
    async create(api) {
      await rewrite(api, (list) => [...list, values]);
      return name;
    },
    read: find,
    update: (api, _id, changed) =>
      rewrite(api, (list) => list.map((entry) => (entry['name'] === name ? changed : entry))),
    destroy: (api) => rewrite(api, (list) => list.filter((entry) => entry['name'] !== name)),
    find: async (api) => (await find(api))?.['name'] as string | undefined,
    values,
    change,
  };
}

/** keycloak_realm_localization: one request for each text. */
export function localization(locale: string, texts: Json, later: Json): Resource {
  const path = `/localization/${locale}`;
  const write = async (api: AdminSession, wanted: Json): Promise<void> => {
    for (const key of Object.keys(await api.get(path)))
      if (!(key in wanted)) await api.delete(`${path}/${key}`);
    for (const [key, text] of Object.entries(wanted)) await api.put(`${path}/${key}`, text);
  };
  return {
    async create(api) {
      await write(api, texts);
      return `${api.realm}/${locale}`;
    },
    read: async (api) => ({ texts: await api.get(path) }),
    update: (api, _id, { texts: wanted }) => write(api, wanted as Json),
    async destroy(api) {
      for (const key of Object.keys(later)) await api.delete(`${path}/${key}`);
    },
    permanent: true,
    values: { texts },
    change: { texts: later },
  };
}
