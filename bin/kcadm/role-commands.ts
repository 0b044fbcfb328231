// get-roles, add-roles and remove-roles: the roles of users, groups, composite roles and clients.
import { type Access, openAccess } from './access.ts';
import { createAdminClient, isSuccess, refusal } from './admin-client.ts';
import type { Arguments } from './arguments.ts';
import { CommandError, UsageError } from './command-error.ts';
import type { Host } from './host.ts';
import { writeCompact } from './json.ts';
import {
  type Directory,
  locateClient,
  locateGroup,
  locateRole,
  locateUser,
  pickRoles,
  readRole,
} from './lookup.ts';
import type { OptionKey } from './options.ts';
import { requestResource } from './resource-command.ts';
import { readRoots, resolveResource } from './resource-url.ts';
import { readText } from './session.ts';

const segment = encodeURIComponent;

const USER: readonly OptionKey[] = ['uusername', 'uid'];
const GROUP: readonly OptionKey[] = ['gname', 'gid', 'gpath'];
const ROLE: readonly OptionKey[] = ['rname', 'rid'];

/** Options of which a command line has at most one, with the words of the message. */
const EXCLUSIVE: readonly (readonly [options: readonly OptionKey[], words: string])[] = [
  [USER, '--uid and --uusername are mutually exclusive'],
  [GROUP, '--gid, --gname and --gpath are mutually exclusive'],
  [['cid', 'cclientid'], '--cid and --cclientid are mutually exclusive'],
  [ROLE, '--rid and --rname are mutually exclusive'],
  [['roleid', 'rolename'], '--roleid and --rolename are mutually exclusive'],
  [['all', 'effective'], "--all can't be used at the same time as --effective"],
  [['all', 'available'], "--all can't be used at the same time as --available"],
];

/** Kinds of holders of which a command line names at most one. */
const ONE_HOLDER: readonly (readonly [
  one: readonly OptionKey[],
  other: readonly OptionKey[],
  words: string,
])[] = [
  [USER, GROUP, "--uusername / --uid can't be used at the same time as --gname / --gid / --gpath"],
  [USER, ROLE, "--uusername / --uid can't be used at the same time as --rname / --rid"],
  [ROLE, GROUP, "--rname / --rid can't be used at the same time as --gname / --gid / --gpath"],
];

/** @throws {UsageError} for two options that name the same thing, or two holders. */
function checkCombination(args: Arguments): void {
  const clash =
    EXCLUSIVE.find(([options]) => options.filter((key) => args.has(key)).length > 1)?.[1] ??
    ONE_HOLDER.find(([one, other]) => args.has(...one) && args.has(...other))?.[2];
  if (clash !== undefined) throw new UsageError(`Incompatible options: ${clash}`);
}

function createDirectory(host: Host, args: Arguments, access: Access): Directory {
  return {
    client: createAdminClient(access.http, access, host.program),
    roots: readRoots(access, args),
  };
}

/** The address of the role mappings of a user or a group; undefined when the command line names neither. */
async function locateHolder(directory: Directory, args: Arguments): Promise<string | undefined> {
  const user = await locateUser(directory, args);
  if (user !== undefined) return `users/${segment(user)}`;
  const group = await locateGroup(directory, args);
  return group === undefined ? undefined : `groups/${segment(group)}`;
}

/** `/available` comes before `/composite`, as in Keycloak's tool. */
function scopeOf(args: Arguments): string {
  if (args.flag('available')) return '/available';
  return args.flag('effective') ? '/composite' : '';
}

/** Roles that a user or a group has, or could have. */
function holderRoles(holder: string, client: string | undefined, args: Arguments): string {
  const mappings = `${holder}/role-mappings`;
  if (client !== undefined) return `${mappings}/clients/${segment(client)}${scopeOf(args)}`;
  return args.flag('all') ? mappings : `${mappings}/realm${scopeOf(args)}`;
}

/** Roles that a composite role contains. */
function compositeRoles(args: Arguments, client: string | undefined): string {
  const [name, id = ''] = [args.text('rname'), args.text('rid')];
  const composites = `${name === undefined ? `roles-by-id/${segment(id)}` : `roles/${segment(name)}`}/composites`;
  if (client !== undefined) return `${composites}/clients/${segment(client)}`;
  return args.flag('all') ? composites : `${composites}/realm`;
}

/** All roles of the realm or of a client, or the one that --rolename or --roleid names. */
async function plainRoles(
  directory: Directory,
  args: Arguments,
  client: string | undefined,
): Promise<string> {
  const owner = client === undefined ? 'roles' : `clients/${segment(client)}/roles`;
  const id = args.text('roleid');
  const name = id === undefined ? args.text('rolename') : readText(await readRole(directory, id), 'name');
  return name === undefined ? owner : `${owner}/${segment(name)}`;
}

/** @throws {UsageError} for options that composite roles do not have. */
function checkCompositeOptions(args: Arguments): void {
  if (!args.has(...ROLE)) return;
  if (args.flag('effective')) throw new UsageError('Option --effective not supported with composite roles.');
  if (!args.flag('available')) return;
  const client = args.text('cid') ?? args.text('cclientid');
  const hint =
    client === undefined
      ? "'kcadm.sh get-roles' for full list of realm roles"
      : `'kcadm.sh get-roles ${args.has('cid') ? '--cid' : '--cclientid'} ${client}' for full list of client roles for that client`;
  throw new UsageError(`Option --available not supported with composite roles. Try ${hint}`);
}

/** Prints roles. @throws {UsageError} for options that exclude each other. */
export async function runGetRoles(host: Host, args: Arguments): Promise<void> {
  checkCombination(args);
  checkCompositeOptions(args);
  await requestResource(host, args, 'GET', async (access) => {
    const directory = createDirectory(host, args, access);
    const client = await locateClient(directory, args);
    if (args.has(...ROLE)) return compositeRoles(args, client);
    const holder = await locateHolder(directory, args);
    return holder === undefined ? plainRoles(directory, args, client) : holderRoles(holder, client, args);
  });
}

/** How adding and removing differ. */
const CHANGES = {
  'add-roles': { method: 'POST', verb: 'add' },
  'remove-roles': { method: 'DELETE', verb: 'remove' },
} as const;

/** The address to which roles are added, and from which they are removed. */
async function locateGrants(
  directory: Directory,
  args: Arguments,
  client: string | undefined,
): Promise<string> {
  const role = await locateRole(directory, args);
  if (role !== undefined) return `roles-by-id/${segment(role)}/composites`;
  const holder = (await locateHolder(directory, args)) ?? '';
  return `${holder}/role-mappings/${client === undefined ? 'realm' : `clients/${segment(client)}`}`;
}

/** Adds or removes roles. @throws {UsageError} without roles or without a holder. */
export async function runRoleChange(name: keyof typeof CHANGES, host: Host, args: Arguments): Promise<void> {
  const { method, verb } = CHANGES[name];
  checkCombination(args);
  if (!args.has(...USER, ...GROUP, ...ROLE))
    throw new UsageError(
      'No user nor group nor composite role specified. Use --uusername / --uid to specify user or --gname / --gid / --gpath to specify group or --rname / --rid to specify a composite role',
    );
  if (!args.has('rolenames', 'roleids'))
    throw new UsageError(
      `No role to ${verb} specified. Use --rolename or --roleid to specify roles to ${verb}`,
    );
  const access = await openAccess(host, args);
  const directory = createDirectory(host, args, access);
  const client = await locateClient(directory, args);
  const url = resolveResource(await locateGrants(directory, args, client), directory.roots);
  const roles = await pickRoles(directory, args, client);
  const response = await directory.client.send({ method, url }, writeCompact([...roles]));
  if (response.status === 404) throw new CommandError(`Resource not found for url: ${url}`);
  if (!isSuccess(response)) throw refusal(response, host.program);
}
