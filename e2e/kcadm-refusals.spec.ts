// Command lines of kcadm.sh that must fail: exit code, message, and that nothing is printed or changed.
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openSession, type Row } from './support/kcadm-table.ts';

const session = openSession();

const usage = (line: string, ...lines: readonly string[]): Row => {
  const command =
    /^kcadm\.sh (config \w+|config|create|get|update|delete|add-roles|get-roles|set-password)\b/.exec(
      line,
    )?.[1];
  const help = command === undefined ? 'kcadm.sh --help' : `kcadm.sh ${command} --help`;
  const hint = `Try '${help}' for more information on the available options.`;
  return [line, { code: 2, err: `${[...lines, hint].join('\n')}\n` }];
};
const failure = (line: string, err: RegExp | string): Row => [line, { code: 1, err }];

test('wrong usage: exit code 2, what is wrong, the nearest known word, and where the help is', async () => {
  await session.runAll([
    [
      'kcadm.sh creat users',
      {
        code: 2,
        err: /^Unmatched argument at index 0: 'creat'\nDid you mean: kcadm\.sh create or .*\?\nTry 'kcadm\.sh --help' /,
      },
    ],
    usage('kcadm.sh logout', "Unmatched argument at index 0: 'logout'"),
    usage('kcadm.sh --version', "Unknown option: '--version'"),
    usage(
      'kcadm.sh get users --fiels id',
      "Unknown options: '--fiels', 'id'",
      'Possible solutions: --fields',
    ),
    usage('kcadm.sh get users -rdemo', "Unknown option: '-rdemo'", 'Possible solutions: -r'),
    usage('kcadm.sh get users groups', "Unmatched argument at index 2: 'groups'"),
    usage('kcadm.sh get users -r', "Missing required parameter for option '--target-realm' (<target-realm>)"),
    usage(
      'kcadm.sh get users -r a -r b',
      "option '--target-realm' (<target-realm>) should be specified only once",
    ),
    usage(
      'kcadm.sh get users --limit many',
      "Invalid value for option '--limit' (<limit>): 'many' is not an int",
    ),
    usage('kcadm.sh get users --format xml', 'Unsupported output format: xml'),
    usage('kcadm.sh get users -q search', 'Invalid key=value parameter: [search]'),
    usage('kcadm.sh create -s a=b', 'Resource URI not specified'),
    usage('kcadm.sh create users -s username', 'Invalid key=value parameter: [username]'),
    usage('kcadm.sh create users -s a=b -o -i', 'Options -o and -i are mutually exclusive'),
    usage('kcadm.sh update users/1 -s a=b -m -n', 'Options --merge and --no-merge are mutually exclusive'),
    usage(
      'kcadm.sh get users --config x --no-config',
      'Options --config and --no-config are mutually exclusive',
    ),
    usage(
      'kcadm.sh add-roles --uusername admin',
      'No role to add specified. Use --rolename or --roleid to specify roles to add',
    ),
    usage('kcadm.sh set-password -p x', 'No user specified. Use --username or --userid to specify user'),
    usage(
      'kcadm.sh config truststore x -d',
      'Option --delete is mutually exclusive with specifying a TRUSTSTORE',
    ),
    usage(
      'kcadm.sh config credentials --realm master --user admin',
      'Required option not specified: --server',
    ),
    usage(
      'kcadm.sh config credentials --server $SERVER --realm master --keystore admin.jks',
      'Unsupported option: --keystore. This command cannot read Java keystores. Sign in with --client and --secret, or with --user and --password.',
    ),
  ]);
});

test('files: missing, unreadable, empty and malformed ones are named with the place of the fault', async () => {
  const { folder } = session.shell();
  writeFileSync(join(folder, 'broken.json'), '{\n  "username": "a",\n  "enabled": yes\n}');
  writeFileSync(join(folder, 'empty.json'), '\n');
  writeFileSync(join(folder, 'list.json'), '[]');
  await session.runAll([
    failure('kcadm.sh create users -f missing.json', 'File not found: missing.json\n'),
    failure('kcadm.sh create users -f .', 'File cannot be read: . (EISDIR)\n'),
    failure('kcadm.sh create users -f empty.json', 'Document provided by --file option is empty\n'),
    failure(
      'kcadm.sh create users -f broken.json',
      'Not a valid JSON document - expected a value (line 3, column 14)\n',
    ),
    failure('kcadm.sh create users -f list.json -s enabled=true', 'Not a JSON object: []\n'),
    failure('kcadm.sh create users -f - </dev/null', 'Document provided by --file option is empty\n'),
    failure(
      `kcadm.sh create users -b '{}' -s a=b`,
      /^Can't set attributes on content of type other than application\/json\. /,
    ),
    failure('kcadm.sh create users -s a..b=c', /^Invalid attribute key: a\.\.b \(at position 3\)\. /),
    failure('kcadm.sh get users -s a=b', 'Request type does not support body: get\n'),
    failure('kcadm.sh get users --fields "id,"', /^Invalid fields specification at position 3: id,\. /),
    failure('kcadm.sh config truststore missing.pem', 'Truststore file not found: missing.pem\n'),
  ]);
});

test('the server: its refusals are shown in its words, with exit code 1', async () => {
  await session.createDemoRealm({ passwordPolicy: 'length(12)', users: [{ username: 'ann' }] });
  await session.runAll([
    failure(
      'kcadm.sh get nothing',
      /^Resource not found for url: http:.*\/admin\/realms\/master\/nothing\n$/,
    ),
    failure(
      'kcadm.sh get users -r nowhere',
      /^Resource not found for url: http:.*\/admin\/realms\/nowhere\/users\n$/,
    ),
    failure('kcadm.sh create users -r demorealm -s username=ann', 'User exists with same username\n'),
    failure(
      'kcadm.sh create users -r demorealm -s username=bob -s enabled=maybe',
      'Cannot parse the JSON: enabled must be true or false [unknown_error]\n',
    ),
    failure(
      "kcadm.sh create clients -r demorealm -s clientId=web -s 'redirectUris=[http://localhost/]'",
      'Cannot parse the JSON: redirectUris must be a JSON array [unknown_error]\n',
    ),
    failure('kcadm.sh update users -r demorealm -s a=b', /^Not a JSON object: \[/),
    failure(
      'kcadm.sh update users -r demorealm -s a=b -n',
      /^This address takes GET, HEAD, POST, OPTIONS\. \[method_not_allowed\]\n$/,
    ),
    failure('kcadm.sh delete realms/master', "null [Can't remove master realm]\n"),
    failure(
      'kcadm.sh set-password -r demorealm --username ann --new-password short',
      /^Invalid password: minimum length 12\. \[invalidPasswordMinLengthMessage\]\n$/,
    ),
    failure('kcadm.sh set-password -r demorealm --userid none --new-password x', 'null [User not found]\n'),
    failure('kcadm.sh get-roles -r demorealm --uusername Ann', 'User not found for username: Ann\n'),
    failure('kcadm.sh get-roles -r demorealm --gname none', 'Group not found for name: none\n'),
    failure('kcadm.sh get-roles -r demorealm --gpath /none/below', 'Group not found for path: /none/below\n'),
    failure('kcadm.sh get-roles -r demorealm --cclientid none', 'Client not found for clientId: none\n'),
    failure(
      'kcadm.sh add-roles -r demorealm --uusername ann --rolename none',
      'Role not found for name: none\n',
    ),
    failure(
      'kcadm.sh add-roles -r demorealm --rname none --rolename offline_access',
      'Role not found for name: none\n',
    ),
    ['kcadm.sh get users -r demorealm --fields username --format csv', { out: '"ann"\n' }],
  ]);
});

test('signing in: wrong password, unknown realm and client, no password', async () => {
  const login = (more: string): string => `kcadm.sh config credentials --server $SERVER ${more}`;
  const refused = (who: string, reason: string): RegExp =>
    new RegExp(`^Logging into .* as ${who}\n${reason}\n$`);
  await session.runAll([
    ['rm ~/.keycloak/kcadm.config'],
    failure(
      login('--realm master --user admin --password wrong'),
      refused('user admin of realm master', 'Invalid user credentials \\[invalid_grant\\]'),
    ),
    failure(
      login('--realm nowhere --user admin --password admin'),
      refused('user admin of realm nowhere', '.*Realm does not exist.*'),
    ),
    failure(
      login('--realm demo --client demo-service --secret wrong'),
      refused(
        'service-account-demo-service of realm demo',
        'Invalid client or Invalid client credentials \\[unauthorized_client\\]',
      ),
    ),
    failure(
      login('--realm master --user admin </dev/null'),
      refused('user admin of realm master', 'Console is not active, but password is required\\. .*'),
    ),
    failure(
      login('--realm master --user admin --password admin').replace('$SERVER', 'localhost:8080'),
      /^Invalid server endpoint url: localhost:8080\. /,
    ),
    failure('kcadm.sh get realms', "No server specified. Use --server, or 'kcadm.sh config credentials'.\n"),
    failure(
      'kcadm.sh get realms --server $SERVER',
      /^No realm or token specified\. Use --realm, --token, or /,
    ),
    failure(
      'kcadm.sh get realms --server $SERVER --token wrong',
      /^null \[HTTP 401 Unauthorized\]\nLogin again with /,
    ),
    failure('kcadm.sh get realms --server $SERVER --realm master', /^null \[HTTP 401 Unauthorized\]\n/),
    failure(
      'kcadm.sh get realms --server $SERVER --realm master --user admin --password wrong',
      /^Logging into .*\nInvalid user credentials \[invalid_grant\]\n$/,
    ),
    ['test ! -e ~/.keycloak/kcadm.config'],
  ]);
});

test('a server that cannot be reached is named, for every command', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => blocker.once('listening', done));
  const { port } = blocker.address() as { port: number };
  await new Promise((done) => blocker.close(done));
  const refused = new RegExp(
    `Connect to 127\\.0\\.0\\.1:${port} \\[127\\.0\\.0\\.1/127\\.0\\.0\\.1\\] failed: Connection refused\\. Check the address, and that the server is running\n$`,
  );
  const there = `--server http://127.0.0.1:${port} --realm master`;
  await session.runAll([
    failure(`kcadm.sh config credentials ${there} --user admin --password admin`, refused),
    failure(`kcadm.sh get realms ${there} --token x`, refused),
    failure(`kcadm.sh update realms/x ${there} --token x -s a=b`, refused),
    failure(`kcadm.sh add-roles ${there} --token x --uid 1 --rolename a`, refused),
    failure(
      'kcadm.sh get realms --server http://no-such-host.invalid --token x',
      'no-such-host.invalid: Name or service not known\n',
    ),
  ]);
});

test('a configuration that cannot be used is refused and stays as it is', async () => {
  const { configFile } = session.shell();
  writeFileSync(configFile, '{"serverUrl": ');
  await session.runAll([
    failure(
      'kcadm.sh get realms',
      /^Failed to load .*\/kcadm\.config: expected a value \(line 1, column 14\)\. /,
    ),
    failure(
      'kcadm.sh config credentials --server $SERVER --realm master --user admin --password admin',
      /^Failed to load .*\/kcadm\.config: /,
    ),
    ['cat ~/.keycloak/kcadm.config', { out: '{"serverUrl": ' }],
  ]);
  chmodSync(configFile, 0o600);
  await session.runAll([
    [
      'kcadm.sh get realms/master --no-config --server $SERVER --realm master --user admin --password admin --fields realm --format csv',
      {
        out: '"master"\n',
        err: /^Logging into /,
      },
    ],
  ]);
});

test('no output contains a password, a secret or a token, even with -x', async () => {
  const hush = ['hush-password', 'hush-secret', 'hush-token'];
  const lines = [
    'kcadm.sh -x config credentials --server $SERVER --realm master --user admin --password hush-password',
    'kcadm.sh -x config credentials --server $SERVER --realm demo --client demo-service --secret hush-secret',
    'kcadm.sh -x get realms --server $SERVER --realm master --token hush-token',
    'kcadm.sh -x set-password --username admin --new-password hush-password --server $SERVER --token hush-token --realm master',
    `kcadm.sh -x create users -s "credentials='hush-password"`,
  ];
  for (const line of lines) {
    const { code, out, err } = await session.shell().run(line);
    expect(code, line).toBe(1);
    for (const text of hush) expect(out + err, line).not.toContain(text);
  }
});
