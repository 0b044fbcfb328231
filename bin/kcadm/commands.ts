// The table of commands: options, help, when a command line is too short to do anything, and what runs.
import type { Arguments } from './arguments.ts';
import { runConfigCredentials, runConfigTruststore } from './config-commands.ts';
import type { Host } from './host.ts';
import { runNewObject } from './new-object.ts';
import type { OptionKey } from './options.ts';
import { type ResourceCommandName, runResourceCommand } from './resource-command.ts';
import { runGetRoles, runRoleChange } from './role-commands.ts';
import { runSetPassword } from './set-password.ts';

export interface CommandRow {
  /** One or two words. */
  readonly name: string;
  /** After the program's name. */
  readonly usage: readonly string[];
  /** One line of the general help; a command without one is not listed there. */
  readonly summary?: string;
  readonly about: string;
  readonly options: readonly OptionKey[];
  /** What the argument without a dash is called. */
  readonly positional?: { readonly name: string; readonly help: string };
  readonly examples: readonly string[];
  /** A command line with none of these options and no positional argument prints the help. */
  readonly counts: readonly OptionKey[];
  run(host: Host, args: Arguments): Promise<void> | void;
}

const GLOBAL: readonly OptionKey[] = ['trace', 'help'];
const AUTHENTICATION: readonly OptionKey[] = [
  'config',
  'noConfig',
  'server',
  'realm',
  'client',
  'user',
  'password',
  'secret',
  'keystore',
  'storepass',
  'keypass',
  'alias',
  'truststore',
  'trustpass',
  'insecure',
];
const TARGET: readonly OptionKey[] = ['token', 'targetRealm', 'adminRoot'];
const RESPONSE: readonly OptionKey[] = ['query', 'header', 'fields', 'printHeaders', 'compressed'];
const CHANGE: readonly OptionKey[] = ['file', 'body', 'set', 'delete', 'output'];
const LIST: readonly OptionKey[] = ['offset', 'limit', 'format', 'noquotes'];
const GET: readonly OptionKey[] = [...RESPONSE, ...LIST, 'set', 'delete', ...TARGET, ...AUTHENTICATION];
const HOLDERS: readonly OptionKey[] = ['uusername', 'uid', 'gname', 'gpath', 'gid', 'rname', 'rid'];
const OWNERS: readonly OptionKey[] = ['cclientid', 'cid'];
/** Compat: -r, -a, -o and the options of the output do not count. */
const COUNTS: readonly OptionKey[] = [
  ...AUTHENTICATION,
  'token',
  'file',
  'body',
  'fields',
  'set',
  'delete',
  'query',
  'header',
];

interface ResourceRow {
  readonly summary: string;
  readonly about: string;
  readonly options: readonly OptionKey[];
  readonly examples: readonly string[];
}

function resourceRow(name: ResourceCommandName, row: ResourceRow): CommandRow {
  return {
    ...row,
    name,
    usage: [`${name} ENDPOINT_URI [ARGUMENTS]`],
    options: [...row.options, ...GLOBAL],
    positional: {
      name: 'ENDPOINT_URI',
      help: 'Resource: users, clients/ID, realms/demo, serverinfo, or a complete URL. All but realms and serverinfo are relative to the target realm.',
    },
    counts: COUNTS,
    run: (host, args) => runResourceCommand(name, host, args),
  };
}

function roleChangeRow(name: 'add-roles' | 'remove-roles', words: readonly [string, string]): CommandRow {
  const [verb, preposition] = words;
  return {
    name,
    usage: [
      `${name} (--uusername USERNAME | --uid ID) [--cclientid CLIENT_ID | --cid ID] (--rolename NAME | --roleid ID)+ [ARGUMENTS]`,
      `${name} (--gname NAME | --gpath PATH | --gid ID) [--cclientid CLIENT_ID | --cid ID] (--rolename NAME | --roleid ID)+ [ARGUMENTS]`,
      `${name} (--rname NAME | --rid ID) [--cclientid CLIENT_ID | --cid ID] (--rolename NAME | --roleid ID)+ [ARGUMENTS]`,
    ],
    summary: `${verb} roles ${preposition} a user, group or composite role`,
    about: `Use this command to ${verb.toLowerCase()} realm roles, or roles of the client given with --cclientid or --cid.`,
    options: [...HOLDERS, ...OWNERS, 'rolenames', 'roleids', ...TARGET, ...AUTHENTICATION, ...GLOBAL],
    examples: [
      `${name} -r demo --uusername alice --rolename editor`,
      `${name} -r demo --gname Staff --cclientid realm-management --rolename view-users`,
    ],
    counts: [...HOLDERS, ...OWNERS, 'rolenames', 'roleids', ...AUTHENTICATION, 'token'],
    run: (host, args) => runRoleChange(name, host, args),
  };
}

/** In the order of the general help. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'config credentials',
    usage: [
      'config credentials --server SERVER_URL --realm REALM [ARGUMENTS]',
      'config credentials --server SERVER_URL --realm REALM --user USER [--password PASSWORD] [ARGUMENTS]',
      'config credentials --server SERVER_URL --realm REALM --client CLIENT_ID [--secret SECRET] [ARGUMENTS]',
      'config credentials --status',
    ],
    summary: 'Sign in and save the login',
    about:
      'Use this command to sign in once for all following commands. The tokens and the client secret are kept in the configuration file, which only its owner can read; the password is not kept.',
    options: [...AUTHENTICATION, 'status', ...GLOBAL],
    examples: [
      'config credentials --server http://localhost:8080 --realm master --user admin',
      'config credentials --server http://localhost:8080 --realm demo --client demo-service --secret SECRET',
    ],
    counts: [...AUTHENTICATION, 'status'],
    run: runConfigCredentials,
  },
  {
    name: 'config truststore',
    usage: ['config truststore [TRUSTSTORE | --delete] [--trustpass PASSWORD] [ARGUMENTS]'],
    summary: 'Save the certificates that HTTPS servers are verified with',
    about:
      'Use this command once if the certificate of the server is self-signed or issued by a private CA. The file must be in PEM format.',
    options: ['deleteTruststore', ...AUTHENTICATION, ...GLOBAL],
    positional: { name: 'TRUSTSTORE', help: 'File with certificates in PEM format.' },
    examples: ['config truststore ~/.keycloak/truststore.pem', 'config truststore --delete'],
    counts: ['deleteTruststore', ...AUTHENTICATION],
    run: runConfigTruststore,
  },
  resourceRow('create', {
    summary: 'Create a resource',
    about: 'Use this command to create a resource. The ID of the new resource is printed.',
    options: [...CHANGE, 'id', ...RESPONSE, ...TARGET, ...AUTHENTICATION],
    examples: [
      'create realms -s realm=demo -s enabled=true',
      `create clients -r demo -s clientId=web -s 'redirectUris=["http://localhost:8980/*"]' -i`,
      'create users -r demo -f - < user.json',
    ],
  }),
  resourceRow('get', {
    summary: 'Print a resource or a list of resources',
    about: 'Use this command to print resources as JSON or CSV.',
    options: GET,
    examples: [
      'get realms/demo',
      'get clients -r demo --fields id,clientId --format csv --noquotes',
      'get users -r demo -q username=alice -q exact=true',
    ],
  }),
  resourceRow('update', {
    summary: 'Change a resource',
    about:
      'Use this command to change a resource. With -s and without -f, the current state is read, changed and sent back as a whole; -n prevents that.',
    options: [...CHANGE, 'merge', 'noMerge', ...RESPONSE, ...TARGET, ...AUTHENTICATION],
    examples: [
      'update realms/demo -s registrationAllowed=true',
      'update clients/ID -r demo -f client.json -m',
      `update users/ID -r demo -s 'attributes.phone=["123"]'`,
    ],
  }),
  resourceRow('delete', {
    summary: 'Delete a resource',
    about: 'Use this command to delete a resource.',
    options: [...CHANGE, 'id', ...RESPONSE, ...TARGET, ...AUTHENTICATION],
    examples: ['delete realms/demo', 'delete users/ID -r demo'],
  }),
  {
    name: 'get-roles',
    usage: [
      'get-roles [--cclientid CLIENT_ID | --cid ID] [ARGUMENTS]',
      'get-roles (--uusername USERNAME | --uid ID) [--cclientid CLIENT_ID | --cid ID] [--available | --effective | --all] [ARGUMENTS]',
      'get-roles (--gname NAME | --gpath PATH | --gid ID) [--cclientid CLIENT_ID | --cid ID] [--available | --effective | --all] [ARGUMENTS]',
      'get-roles (--rname NAME | --rid ID) [--cclientid CLIENT_ID | --cid ID] [--all] [ARGUMENTS]',
    ],
    summary: 'Print roles: all of them, or those of a user, group or composite role',
    about: 'Use this command to print realm roles, or roles of the client given with --cclientid or --cid.',
    options: [
      ...HOLDERS,
      ...OWNERS,
      'rolename',
      'roleid',
      'available',
      'effective',
      'all',
      ...GET,
      ...GLOBAL,
    ],
    examples: ['get-roles -r demo', 'get-roles -r demo --uusername alice --effective'],
    counts: [],
    run: runGetRoles,
  },
  roleChangeRow('add-roles', ['Add', 'to']),
  roleChangeRow('remove-roles', ['Remove', 'from']),
  {
    name: 'set-password',
    usage: ['set-password (--username USERNAME | --userid ID) [--new-password PASSWORD] [ARGUMENTS]'],
    summary: 'Set the password of a user',
    about: 'Use this command to replace the password of a user.',
    options: ['username', 'userid', 'newPassword', 'temporary', ...TARGET, ...AUTHENTICATION, ...GLOBAL],
    examples: ['set-password -r demo --username alice --new-password PASSWORD --temporary'],
    counts: ['username', 'userid', 'newPassword', 'temporary', ...AUTHENTICATION, 'token'],
    run: runSetPassword,
  },
  {
    name: 'new-object',
    usage: ['new-object [ARGUMENTS]'],
    about: 'Use this command to print the JSON object that -s and -f produce, without contacting a server.',
    options: ['set', 'file', 'compact', ...GLOBAL],
    examples: ['new-object -s username=alice -s enabled=true'],
    counts: ['set', 'file'],
    run: runNewObject,
  },
];

/** Whether a command line says too little to do anything. */
export function isEmpty(
  { counts, name }: CommandRow,
  args: Arguments,
  environment: Host['environment'],
): boolean {
  if (counts.length === 0 || args.positional !== undefined || args.has(...counts)) return false;
  return name !== 'set-password' || environment['KC_CLI_PASSWORD'] === undefined;
}
