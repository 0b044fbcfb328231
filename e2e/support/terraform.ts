// How Terraform's provider for Keycloak manages its resources: the requests that create, read, change and destroy each
// of them, and the comparison that decides whether a plan is empty.
import { expect } from '@playwright/test';
import type { AdminSession, Json } from './replay.ts';

/** A resource of an example, with all paths and IDs filled in. */
export interface Resource {
  /** Makes it; the ID that the state keeps. */
  create(api: AdminSession): Promise<string>;
  /** What the provider compares; undefined if the resource is gone. */
  read(api: AdminSession, id: string): Promise<Json | undefined>;
  /** Sends the members again, or other ones; resources that are replaced instead have none. */
  update?(api: AdminSession, id: string, values: Json): Promise<void>;
  destroy(api: AdminSession, id: string): Promise<void>;
  /** The ID by another key: how data sources and imports find it. */
  find?(api: AdminSession): Promise<string | undefined>;
  readonly values: Json;
  /** Members of a later configuration. */
  readonly change?: Json;
  /** It is part of the realm: destroying it leaves other values behind, and reading it never fails. */
  readonly permanent?: true;
}

/** What a resource adds to its values. */
type Options = Pick<Resource, 'change' | 'find'>;

/** A resource with POST to a list, and GET, PUT and DELETE below it. */
export function item(list: string, values: Json, options: Options = {}): Resource {
  return {
    create: (api) => api.post(list, values),
    read: (api, id) => api.find(`${list}/${id}`),
    update: (api, id, changed) => api.put(`${list}/${id}`, { id, ...changed }),
    destroy: (api, id) => api.delete(`${list}/${id}`),
    values,
    ...options,
  };
}

/** Finds an ID in a list by a member. */
export async function idIn(
  api: AdminSession,
  list: string,
  member: string,
  value: string,
): Promise<string | undefined> {
  const found = (await api.get<readonly Json[]>(list)).find((entry) => entry[member] === value);
  return found?.['id'] as string | undefined;
}

/** Attributes of a SAML client that the provider sends as it has last read them, unless they are configured. */
const COMPUTED = /^saml\.(encryption\.|signing\.|signature\.algorithm$)|^saml_name_id_format$/;

/** A client; its secret is read from a path of its own, for public clients too. */
export function client(values: Json, change?: Json): Resource {
  const { clientId } = values as { clientId: string };
  const base = item('/clients', values, {
    ...(change === undefined ? {} : { change }),
    find: (api) => idIn(api, `/clients?clientId=${encodeURIComponent(clientId)}`, 'clientId', clientId),
  });
  const compared = Object.entries(values['attributes'] as Json).filter(
    ([name, value]) => !(COMPUTED.test(name) && value === ''),
  );
  return {
    ...base,
    async read(api, id) {
      const found = await base.read(api, id);
      if (found === undefined || values['protocol'] === 'saml') return found;
      const { value } = await api.get(`/clients/${id}/client-secret`);
      return { ...found, secret: value };
    },
    async update(api, id, changed) {
      const { attributes } = await api.get<{ attributes: Json }>(`/clients/${id}`);
      const computed = Object.entries(attributes).filter(([name]) => COMPUTED.test(name));
      const sent = { ...(values['attributes'] as Json), ...Object.fromEntries(computed) };
      await api.put(`/clients/${id}`, { id, ...changed, attributes: sent });
    },
    values: { ...values, attributes: Object.fromEntries(compared) },
  };
}

/** A role of the realm (`/roles`) or a client (`/clients/{id}/roles`), with the IDs of its composites. */
export function role(
  list: string,
  values: Json,
  composites: readonly string[] = [],
  change?: Json,
): Resource {
  const name = values['name'] as string;
  const clientId = list.split('/')[2];
  const sent = {
    description: '',
    clientRole: clientId !== undefined && list !== '/roles',
    containerId: list === '/roles' ? '' : clientId,
    composite: composites.length > 0,
    attributes: {},
    ...values,
  };
  const setComposites = async (api: AdminSession, id: string, wanted: readonly string[]): Promise<void> => {
    const present = await api.get<readonly Json[]>(`/roles-by-id/${id}/composites`);
    const surplus = present.filter((entry) => !wanted.includes(entry['id'] as string));
    const ids = present.map((entry) => entry['id']);
    const missing = await Promise.all(
      wanted.filter((each) => !ids.includes(each)).map((each) => api.get(`/roles-by-id/${each}`)),
    );
    if (surplus.length > 0) await api.delete(`/roles-by-id/${id}/composites`, surplus);
    if (missing.length > 0) await api.post(`/roles-by-id/${id}/composites`, missing);
  };
  return {
    async create(api) {
      await api.post(list, sent);
      const { id } = await api.get<{ id: string }>(`${list}/${encodeURIComponent(name)}`);
      await api.put(`/roles-by-id/${id}`, { id, ...sent });
      await setComposites(api, id, composites);
      return id;
    },
    async read(api, id) {
      const found = await api.find(`/roles-by-id/${id}`);
      if (found === undefined) return undefined;
      const members = await api.get<readonly Json[]>(`/roles-by-id/${id}/composites`);
      return { ...found, composites: members.map((member) => member['id']) };
    },
    async update(api, id, { composites: wanted, ...changed }) {
      await api.put(`/roles-by-id/${id}`, { id, ...sent, ...changed });
      await setComposites(api, id, wanted as readonly string[]);
    },
    destroy: (api, id) => api.delete(`/roles-by-id/${id}`),
    async find(api) {
      return (await api.find(`${list}/${encodeURIComponent(name)}`))?.['id'] as string | undefined;
    },
    values: {
      ...Object.fromEntries(Object.entries(sent).filter(([key]) => key !== 'containerId')),
      composites,
    },
    ...(change === undefined ? {} : { change }),
  };
}

/** What has no ID and is always there: PUT writes it, GET reads it, and destroying it writes `rest`. */
export function singleton(path: string, values: Json, rest: Json, change?: Json): Resource {
  return {
    async create(api) {
      await api.put(path, values);
      return api.realm;
    },
    read: (api) => api.find(path),
    update: (api, _id, changed) => api.put(path, changed),
    destroy: (api) => api.put(path, rest),
    permanent: true,
    values,
    ...(change === undefined ? {} : { change }),
  };
}

/** How members of a set are listed, added and removed. */
export interface Members {
  readonly list: (api: AdminSession) => Promise<readonly string[]>;
  readonly add: (api: AdminSession, members: readonly string[]) => Promise<void>;
  readonly remove: (api: AdminSession, members: readonly string[]) => Promise<void>;
}

/** A set whose members the provider brings to what the configuration lists; it removes all others. */
export function exhaustiveSet(
  members: Members,
  wanted: readonly string[],
  later?: readonly string[],
): Resource {
  const reconcile = async (api: AdminSession, names: readonly string[]): Promise<void> => {
    const present = await members.list(api);
    await members.remove(
      api,
      present.filter((name) => !names.includes(name)),
    );
    await members.add(
      api,
      names.filter((name) => !present.includes(name)),
    );
  };
  return {
    async create(api) {
      await reconcile(api, wanted);
      return 'set';
    },
    read: async (api) => ({ members: await members.list(api) }),
    update: (api, _id, changed) => reconcile(api, changed['members'] as readonly string[]),
    destroy: async (api) => members.remove(api, await members.list(api)),
    permanent: true,
    values: { members: wanted },
    ...(later === undefined ? {} : { change: { members: later } }),
  };
}

/** Go's zero value, which the provider has for a member that is missing; booleans of attributes are strings. */
function isZero(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false || value === 0) return true;
  if (value === 'false') return true;
  // A component's setting is a list of texts, of which the provider reads the first.
  if (Array.isArray(value)) return value.every((entry) => entry === '');
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Whether a member reads as it was written. Lists are sets; members that were not written are ignored. */
function isSame(written: unknown, read: unknown): boolean {
  if (isZero(written)) return isZero(read);
  if (Array.isArray(written)) {
    if (!Array.isArray(read) || read.length !== written.length) return false;
    return written.every((entry) => read.some((other) => isSame(entry, other)));
  }
  if (typeof written === 'object' && written !== null) {
    if (typeof read !== 'object' || read === null) return false;
    return Object.entries(written).every(([name, value]) => isSame(value, (read as Json)[name]));
  }
  return written === read;
}

/** What a plan would change: members that do not read as they were written. */
function differences(written: Json, read: Json): Json {
  const rows = Object.entries(written)
    .filter(([name, value]) => !isSame(value, read[name]))
    .map(([name, value]) => [name, { written: value, read: read[name] ?? null }]);
  return Object.fromEntries(rows) as Json;
}

/** Members whose values must be strings, because the provider's types have nothing else. */
const STRING_MAPS = ['attributes', 'config'] as const;

/** The provider ends with an error if a map has values of another type. */
function expectStrings(read: Json): void {
  const texts = (value: unknown): boolean =>
    typeof value === 'string' || (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));
  for (const name of STRING_MAPS) {
    const map = Array.isArray(read[name]) ? {} : (read[name] ?? {});
    expect(
      Object.entries(map).filter(([, value]) => !texts(value)),
      name,
    ).toEqual([]);
  }
}

/** An example of the provider's documentation; a resource may use the IDs of those before it. */
export type Example = Readonly<Record<string, (ids: Readonly<Record<string, string>>) => Resource>>;

/** Reads a resource; its plan must be empty. */
async function expectEmptyPlan(
  api: AdminSession,
  name: string,
  id: string,
  resource: Resource,
  values: Json,
): Promise<void> {
  const read = await resource.read(api, id);
  if (read === undefined) throw new Error(`${name} is gone`);
  expectStrings(read);
  expect(differences(values, read), name).toEqual({});
}

/** The stored realm must be the same byte by byte; a difference is shown by its members. */
async function expectStored(api: AdminSession, before: string, when: string): Promise<void> {
  const now = await api.stored();
  if (now === before) return;
  expect(JSON.parse(now), when).toEqual(JSON.parse(before));
  expect(now, when).toBe(before);
}

/** Lists of a realm file in which a resource would be left behind. */
const LISTS = ['clients', 'clientScopes', 'roles', 'groups', 'users', 'identityProviders', 'organizations'];

function listContents(realmFile: string): Json {
  const realm = JSON.parse(realmFile) as Json;
  return Object.fromEntries(LISTS.map((name) => [name, realm[name] ?? []]));
}

/** A resource that was created. */
interface Applied {
  readonly name: string;
  readonly id: string;
  readonly resource: Resource;
}

/** `terraform apply` in an empty state: in order, because resources use the IDs of those before them. */
async function apply(api: AdminSession, example: Example): Promise<readonly Applied[]> {
  const ids: Record<string, string> = {};
  const applied: Applied[] = [];
  for (const [name, make] of Object.entries(example)) {
    const resource = make(ids);
    const id = await resource.create(api);
    expect(id, `the ID of ${name}`).not.toBe('');
    ids[name] = id;
    applied.push({ name, id, resource });
  }
  return applied;
}

/** The plan is empty; writing everything once more changes nothing. */
async function applyAgain(api: AdminSession, all: readonly Applied[]): Promise<void> {
  const stored = await api.stored();
  for (const { name, id, resource } of all) {
    await expectEmptyPlan(api, name, id, resource, resource.values);
    if (resource.find !== undefined) expect(await resource.find(api), `import of ${name}`).toBe(id);
    await resource.update?.(api, id, resource.values);
  }
  await expectStored(api, stored, 'applied again');
}

async function change(api: AdminSession, all: readonly Applied[]): Promise<void> {
  for (const { name, id, resource } of all) {
    if (resource.change === undefined) continue;
    const values = { ...resource.values, ...resource.change };
    await resource.update?.(api, id, values);
    await expectEmptyPlan(api, name, id, resource, values);
  }
}

async function destroy(api: AdminSession, all: readonly Applied[]): Promise<void> {
  for (const { name, id, resource } of all.toReversed()) {
    await resource.destroy(api, id);
    if (resource.permanent !== true)
      expect(await resource.read(api, id), `${name} is destroyed`).toBeUndefined();
  }
}

/** Creates, plans, applies again, imports, changes and destroys what an example configures. */
export async function runLifecycle(api: AdminSession, example: Example): Promise<readonly Applied[]> {
  const all = await apply(api, example);
  await applyAgain(api, all);
  await change(api, all);
  await destroy(api, all);
  return all;
}

/** As {@link runLifecycle}, within a realm, in which nothing must be left. False if the realm itself was changed. */
export async function replay(api: AdminSession, example: Example): Promise<boolean> {
  const untouched = listContents(await api.stored());
  const all = await runLifecycle(api, example);
  const isUndone = all.every(({ resource }) => resource.permanent !== true);
  if (isUndone) expect(listContents(await api.stored()), 'nothing is left').toEqual(untouched);
  return isUndone;
}
