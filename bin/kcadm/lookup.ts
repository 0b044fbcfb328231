// Finds users, groups, roles and clients by the names on the command line.
import type { AdminClient } from './admin-client.ts';
import type { Arguments } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { encodeQuery, type ResourceRoots, resolveResource } from './resource-url.ts';
import { readText } from './session.ts';

/** Look-ups of one command. */
export interface Directory {
  readonly client: AdminClient;
  readonly roots: ResourceRoots;
}

const segment = encodeURIComponent;

async function list({ client, roots }: Directory, uri: string): Promise<readonly JsonObject[]> {
  const url = resolveResource(uri, roots);
  const found = await client.find(url);
  if (found === undefined) throw new CommandError(`Resource not found for url: ${url}`);
  return Array.isArray(found) ? found.filter((item: Json) => isObject(item)) : [];
}

async function read({ client, roots }: Directory, uri: string): Promise<JsonObject | undefined> {
  const found = await client.find(resolveResource(uri, roots));
  return isObject(found) ? found : undefined;
}

/** What a look-up searches for, in the words of its messages. */
interface Search {
  readonly kind: string;
  readonly member: string;
  readonly value: string;
}

function pick(items: readonly JsonObject[], { kind, member, value }: Search): JsonObject {
  const found = items.find((item) => readText(item, member) === value);
  if (found === undefined) throw new CommandError(`${kind} not found for ${member}: ${value}`);
  return found;
}

/** @throws {CommandError} when the server sent no ID. */
function idOf(item: JsonObject, { kind, member, value }: Search): string {
  const id = readText(item, 'id');
  if (id === undefined) throw new CommandError(`${kind} without an ID found for ${member}: ${value}`);
  return id;
}

/** Compat: usernames are compared exactly, so Admin does not find admin. */
export async function findUser(directory: Directory, username: string): Promise<string> {
  const search = { kind: 'User', member: 'username', value: username };
  return idOf(
    pick(await list(directory, `users?username=${encodeQuery(username)}&exact=true`), search),
    search,
  );
}

async function findGroup(directory: Directory, name: string): Promise<string> {
  const search = { kind: 'Group', member: 'name', value: name };
  return idOf(pick(await list(directory, `groups?search=${encodeQuery(name)}&exact=true`), search), search);
}

async function findGroupByPath(directory: Directory, path: string): Promise<string> {
  const names = path.replace(/^\//, '').split('/').map(segment).join('/');
  const group = await read(directory, `group-by-path/${names}`);
  const search = { kind: 'Group', member: 'path', value: path };
  return idOf(pick(group === undefined ? [] : [group], search), search);
}

async function findClient(directory: Directory, clientId: string): Promise<string> {
  const search = { kind: 'Client', member: 'clientId', value: clientId };
  return idOf(
    pick(await list(directory, `clients?clientId=${encodeQuery(clientId)}&first=0&max=2`), search),
    search,
  );
}

/** The ID of the user that --uid or --uusername names. */
export async function locateUser(directory: Directory, args: Arguments): Promise<string | undefined> {
  const username = args.text('uusername');
  return args.text('uid') ?? (username === undefined ? undefined : findUser(directory, username));
}

/** The ID of the group that --gid, --gname or --gpath names. */
export async function locateGroup(directory: Directory, args: Arguments): Promise<string | undefined> {
  const [id, name, path] = [args.text('gid'), args.text('gname'), args.text('gpath')];
  if (name !== undefined) return findGroup(directory, name);
  return path === undefined ? id : findGroupByPath(directory, path);
}

/** The ID of the client that --cid or --cclientid names. */
export async function locateClient(directory: Directory, args: Arguments): Promise<string | undefined> {
  const clientId = args.text('cclientid');
  return args.text('cid') ?? (clientId === undefined ? undefined : findClient(directory, clientId));
}

/** The ID of the composite role that --rid or --rname names. */
export async function locateRole(directory: Directory, args: Arguments): Promise<string | undefined> {
  const name = args.text('rname');
  if (name === undefined) return args.text('rid');
  const role = await read(directory, `roles/${segment(name)}`);
  const search = { kind: 'Role', member: 'name', value: name };
  return idOf(pick(role === undefined ? [] : [role], search), search);
}

/** The role with this ID, of the realm or of any client. */
export async function readRole(directory: Directory, id: string): Promise<JsonObject> {
  const role = await read(directory, `roles-by-id/${segment(id)}`);
  return pick(role === undefined ? [] : [role], { kind: 'Role', member: 'id', value: id });
}

/** The roles that --rolename and --roleid name, among those of a client or of the realm; each of them once. */
export async function pickRoles(
  directory: Directory,
  args: Arguments,
  client: string | undefined,
): Promise<readonly JsonObject[]> {
  const roles = await list(directory, client === undefined ? 'roles' : `clients/${segment(client)}/roles`);
  const wanted = [
    ...args.list('rolenames').map((value) => ({ kind: 'Role', member: 'name', value })),
    ...args.list('roleids').map((value) => ({ kind: 'Role', member: 'id', value })),
  ];
  return [...new Set(wanted.map((search) => pick(roles, search)))];
}
