// The table of options: names, values and help. Which command has which option is in commands.ts.

export interface OptionRow {
  /** Short name first. */
  readonly names: readonly string[];
  /** `flag` takes no value; `list` may be given several times; all others only once. */
  readonly kind: 'flag' | 'text' | 'number' | 'list';
  /** The value in help texts. */
  readonly value?: string;
  readonly help: string;
}

/** Compat: names, short forms and meanings as in Keycloak 26. `-o` and `-d` mean two things each. */
const ROWS = {
  trace: { names: ['-x'], kind: 'flag', help: 'After an error, also print the stack trace.' },
  help: { names: ['--help'], kind: 'flag', help: 'Print this help.' },

  config: {
    names: ['--config'],
    kind: 'text',
    value: 'FILE',
    help: 'Configuration file to use instead of ~/.keycloak/kcadm.config.',
  },
  noConfig: { names: ['--no-config'], kind: 'flag', help: 'Neither read nor write a configuration file.' },
  server: { names: ['--server'], kind: 'text', value: 'URL', help: 'Server, such as http://localhost:8080.' },
  realm: { names: ['--realm'], kind: 'text', value: 'REALM', help: 'Realm to sign in to.' },
  client: {
    names: ['--client'],
    kind: 'text',
    value: 'CLIENT_ID',
    help: 'Client to sign in with. Default: admin-cli.',
  },
  user: { names: ['--user'], kind: 'text', value: 'USER', help: 'User to sign in as.' },
  password: {
    names: ['--password'],
    kind: 'text',
    value: 'PASSWORD',
    help: 'Password of the user. Default: the environment variable KC_CLI_PASSWORD, or a prompt.',
  },
  secret: {
    names: ['--secret'],
    kind: 'text',
    value: 'SECRET',
    help: 'Secret of the client. Default: the environment variable KC_CLI_CLIENT_SECRET, or a prompt.',
  },
  keystore: { names: ['--keystore'], kind: 'text', value: 'FILE', help: 'Not supported. Use --secret.' },
  storepass: {
    names: ['--storepass'],
    kind: 'text',
    value: 'PASSWORD',
    help: 'Not supported; see --keystore.',
  },
  keypass: { names: ['--keypass'], kind: 'text', value: 'PASSWORD', help: 'Not supported; see --keystore.' },
  alias: { names: ['--alias'], kind: 'text', value: 'ALIAS', help: 'Not supported; see --keystore.' },
  truststore: {
    names: ['--truststore'],
    kind: 'text',
    value: 'FILE',
    help: 'Certificates in PEM format that HTTPS servers are verified with.',
  },
  trustpass: {
    names: ['--trustpass'],
    kind: 'text',
    value: 'PASSWORD',
    help: 'Ignored, because files in PEM format have no password.',
  },
  insecure: { names: ['--insecure'], kind: 'flag', help: 'Accept any certificate of an HTTPS server.' },
  token: {
    names: ['--token'],
    kind: 'text',
    value: 'TOKEN',
    help: 'Access token to use instead of signing in.',
  },
  status: { names: ['--status'], kind: 'flag', help: 'Print whether you are logged in, and nothing else.' },

  adminRoot: {
    names: ['-a', '--admin-root'],
    kind: 'text',
    value: 'URL',
    help: 'Admin API. Default: SERVER/admin.',
  },
  targetRealm: {
    names: ['-r', '--target-realm'],
    kind: 'text',
    value: 'REALM',
    help: 'Realm to work on. Default: the realm of the login.',
  },
  file: {
    names: ['-f', '--file'],
    kind: 'text',
    value: 'FILE',
    help: 'File with the JSON document to send, or - for standard input.',
  },
  body: { names: ['-b', '--body'], kind: 'text', value: 'TEXT', help: 'Request body, sent as is.' },
  set: {
    names: ['-s', '--set'],
    kind: 'list',
    value: 'NAME=VALUE',
    help: 'Set an attribute of the JSON object; NAME+=VALUE appends to a list.',
  },
  delete: {
    names: ['-d', '--delete'],
    kind: 'list',
    value: 'NAME',
    help: 'Remove an attribute of the JSON object.',
  },
  merge: {
    names: ['-m', '--merge'],
    kind: 'flag',
    help: "Read the server's object first, and change that. Default with -s and without -f.",
  },
  noMerge: { names: ['-n', '--no-merge'], kind: 'flag', help: "Do not read the server's object first." },
  query: { names: ['-q', '--query'], kind: 'list', value: 'NAME=VALUE', help: 'Add a query parameter.' },
  header: { names: ['-h', '--header'], kind: 'list', value: 'NAME=VALUE', help: 'Set a request header.' },
  fields: {
    names: ['-F', '--fields'],
    kind: 'text',
    value: 'FIELDS',
    help: 'Fields to print, such as id,protocolMappers(name) or *(*),-id.',
  },
  printHeaders: {
    names: ['-H', '--print-headers'],
    kind: 'flag',
    help: 'Print the status line and the headers of the response.',
  },
  id: { names: ['-i', '--id'], kind: 'flag', help: 'Print only the ID of the new resource.' },
  output: { names: ['-o', '--output'], kind: 'flag', help: 'Print the resource after the change.' },
  compressed: { names: ['-c', '--compressed'], kind: 'flag', help: 'Print the response as received.' },
  offset: {
    names: ['-o', '--offset'],
    kind: 'number',
    value: 'N',
    help: 'Skip the first N items of a list.',
  },
  limit: { names: ['-l', '--limit'], kind: 'number', value: 'N', help: 'Print at most N items of a list.' },
  format: {
    names: ['--format'],
    kind: 'text',
    value: 'json|csv',
    help: 'Format of the output. Default: json.',
  },
  noquotes: { names: ['--noquotes'], kind: 'flag', help: 'CSV without quotation marks.' },
  deleteTruststore: {
    names: ['-d', '--delete'],
    kind: 'flag',
    help: 'Remove the truststore from the configuration.',
  },
  compact: { names: ['-c', '--compressed'], kind: 'flag', help: 'Print without spaces and line breaks.' },

  uusername: { names: ['--uusername'], kind: 'text', value: 'USERNAME', help: 'User by username.' },
  uid: { names: ['--uid'], kind: 'text', value: 'ID', help: 'User by ID.' },
  gname: { names: ['--gname'], kind: 'text', value: 'NAME', help: 'Group by name; top-level groups only.' },
  gpath: { names: ['--gpath'], kind: 'text', value: 'PATH', help: 'Group by path, such as /parent/child.' },
  gid: { names: ['--gid'], kind: 'text', value: 'ID', help: 'Group by ID.' },
  rname: { names: ['--rname'], kind: 'text', value: 'NAME', help: 'Composite realm role by name.' },
  rid: { names: ['--rid'], kind: 'text', value: 'ID', help: 'Composite role by ID.' },
  cclientid: {
    names: ['--cclientid'],
    kind: 'text',
    value: 'CLIENT_ID',
    help: 'Client that has the roles, by client ID.',
  },
  cid: { names: ['--cid'], kind: 'text', value: 'ID', help: 'Client that has the roles, by internal ID.' },
  rolename: { names: ['--rolename'], kind: 'text', value: 'NAME', help: 'Only the role with this name.' },
  roleid: { names: ['--roleid'], kind: 'text', value: 'ID', help: 'Only the role with this ID.' },
  rolenames: {
    names: ['--rolename'],
    kind: 'list',
    value: 'NAME',
    help: 'Role by name; may be given several times.',
  },
  roleids: {
    names: ['--roleid'],
    kind: 'list',
    value: 'ID',
    help: 'Role by ID; may be given several times.',
  },
  available: { names: ['--available'], kind: 'flag', help: 'Roles that can still be added.' },
  effective: {
    names: ['--effective'],
    kind: 'flag',
    help: 'All roles in effect, including those from composite roles and groups.',
  },
  all: { names: ['--all'], kind: 'flag', help: 'Both realm roles and client roles.' },
  username: { names: ['--username'], kind: 'text', value: 'USERNAME', help: 'User by username.' },
  userid: { names: ['--userid'], kind: 'text', value: 'ID', help: 'User by ID.' },
  newPassword: {
    names: ['-p', '--new-password'],
    kind: 'text',
    value: 'PASSWORD',
    help: 'New password. Default: the environment variable KC_CLI_PASSWORD, or a prompt.',
  },
  temporary: {
    names: ['-t', '--temporary'],
    kind: 'flag',
    help: 'The user must change the password at the next sign-in.',
  },
} as const;

export type OptionKey = keyof typeof ROWS;

export const OPTIONS: Readonly<Record<OptionKey, OptionRow>> = ROWS;

/** The longest name; without its dashes it is the label of the value in messages. */
export function longName({ names }: OptionRow): string {
  return names.at(-1) ?? '';
}
