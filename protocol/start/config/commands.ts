// The table of commands: their names, flags and help. Keycloak's commands have Keycloak's flags.

/** A flag of a command, in addition to the options. */
interface CommandFlag {
  readonly name: string;
  /** An example value, for `--help` and messages. */
  readonly example: string;
  /** The value of the flag when it is given without one; empty: the flag takes no value. */
  readonly bareText?: string;
  /** One sentence, without the default. */
  readonly help: string;
}

export type CommandName =
  | 'start'
  | 'start-dev'
  | 'import'
  | 'export'
  | 'bootstrap-admin'
  | 'show-config'
  | 'verify'
  | 'mcp'
  | 'build'
  | 'help';

export interface CommandRow {
  readonly name: CommandName;
  /** The words that may follow; one is required, unless the list contains the empty word. */
  readonly kinds?: readonly string[];
  /** After the name, in the usage line. */
  readonly usage: string;
  readonly help: string;
  readonly flags?: readonly CommandFlag[];
}

const FILES: readonly CommandFlag[] = [
  { name: 'dir', example: './realms', help: 'Folder with one file per realm.' },
  {
    name: 'file',
    example: './realm-export.json',
    help: 'File with one realm, a JSON array of realms, or what export --with-sessions has written.',
  },
];

const NO_PROMPT: CommandFlag = { name: 'no-prompt', example: '', bareText: '', help: 'Never prompts.' };

const JSON_LINE: CommandFlag = {
  name: 'json',
  example: '',
  bareText: '',
  help: 'Prints one JSON line when the server is ready: url, managementUrl, controlKey, dataDir, pid. The log goes to standard error.',
};

/** Every command. What each does is in protocol/launch.ts. */
export const COMMANDS: readonly CommandRow[] = [
  { name: 'start', usage: '[options]', help: 'start the server and its window', flags: [JSON_LINE] },
  {
    name: 'start-dev',
    usage: '[options]',
    help: 'start the server only, as start --headless does',
    flags: [JSON_LINE],
  },
  {
    name: 'import',
    usage: '--file=FILE | --dir=FOLDER',
    help: 'import realms into the data directory',
    flags: [
      ...FILES,
      {
        name: 'override',
        example: 'false',
        bareText: 'true',
        help: 'Whether existing realms are replaced. Default: true.',
      },
    ],
  },
  {
    name: 'export',
    usage: '--file=FILE | --dir=FOLDER',
    help: 'export realms that Keycloak can import',
    flags: [
      ...FILES,
      { name: 'realm', example: 'demo', help: 'The realm to export. Default: all realms.' },
      {
        name: 'users',
        example: 'realm_file',
        help: 'Where users go with --dir: different_files, same_file, realm_file or skip. Default: different_files.',
      },
      {
        name: 'users-per-file',
        example: '50',
        help: 'Number of users per file with different_files. Default: 50.',
      },
      {
        name: 'with-sessions',
        example: '',
        bareText: '',
        help: 'Also exports sessions, revoked tokens, clocks and origins, to move everything to another database: with --dir in NAME-state.jsonl beside each realm, with --file as a single file that only Understudy imports. No server may use the data directory.',
      },
    ],
  },
  {
    name: 'bootstrap-admin',
    kinds: ['user', 'service'],
    usage: 'user | service [flags]',
    help: 'create an administrator, or set a new password',
    flags: [
      {
        name: 'username',
        example: 'admin',
        help: 'Username of the administrator. Default: bootstrap-admin-username.',
      },
      {
        name: 'username:env',
        example: 'VARIABLE',
        help: 'Environment variable that contains the username.',
      },
      {
        name: 'password:env',
        example: 'VARIABLE',
        help: 'Environment variable that contains the password. Default: prompt for it.',
      },
      {
        name: 'client-id',
        example: 'temp-admin',
        help: 'Client ID of the service account. Default: bootstrap-admin-client-id.',
      },
      {
        name: 'client-id:env',
        example: 'VARIABLE',
        help: 'Environment variable that contains the client ID.',
      },
      {
        name: 'client-secret:env',
        example: 'VARIABLE',
        help: 'Environment variable that contains the client secret. Default: prompt for it.',
      },
      NO_PROMPT,
    ],
  },
  {
    name: 'show-config',
    kinds: ['', 'all'],
    usage: '[all]',
    help: 'show the options and where they are set',
  },
  {
    name: 'verify',
    usage: '--against=URL --realm=REALM',
    help: 'compare another server with what was recorded',
    flags: [
      {
        name: 'against',
        example: 'https://sso.example.com',
        help: 'Base URL of the other server. With /realms/NAME at its end, it names the realm there.',
      },
      { name: 'realm', example: 'demo', help: 'The realm whose Activity is replayed.' },
      {
        name: 'server',
        example: 'http://localhost:8080',
        help: 'Base URL of the running Understudy. Default: as the options http-host, http-port and http-relative-path say.',
      },
      {
        name: 'credentials',
        example: './credentials.json',
        help: 'JSON file of client secrets and passwords that are different on the other server.',
      },
      { name: 'report', example: './differences.json', help: 'File to which the report is written as JSON.' },
    ],
  },
  {
    name: 'mcp',
    usage: '[--url=URL]',
    help: 'let agents use a running server (MCP on stdio)',
    flags: [
      {
        name: 'url',
        example: 'http://localhost:8080',
        help: 'Base URL of the running Understudy. Default: as the options http-host, http-port and http-relative-path say. On another machine, it needs an access token in UNDERSTUDY_ACCESS_TOKEN.',
      },
    ],
  },
  { name: 'build', usage: '[options]', help: 'save features and health options for later starts' },
  { name: 'help', usage: '', help: 'show this text' },
];

/** The row of a command. */
export function findCommand(name: string): CommandRow | undefined {
  return COMMANDS.find((row) => row.name === name);
}
