import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Outcome, runLine } from './testing/host.ts';
import { type PeerTable, startPeer } from './testing/peer.ts';

const peer = await startPeer();
after(() => peer.stop());
const USERS = '/admin/realms/demo/users';

function kcadm(table: PeerTable, args: readonly string[], input?: string): Promise<Outcome> {
  peer.answer(table);
  const access = ['--no-config', '--server', peer.url, '--realm', 'demo', '--token', 't'];
  return runLine([...args, ...access], input === undefined ? {} : { input });
}

const USAGE: readonly (readonly [args: readonly string[], message: string])[] = [
  [['create', '-s', 'a=b'], 'Resource URI not specified'],
  [['create', 'users', '-b', 'x', '-f', 'y'], 'Options --body and --file are mutually exclusive'],
  [['create', 'users', '-o', '-i'], 'Options -o and -i are mutually exclusive'],
  [['update', 'users', '-m', '-n'], 'Options --merge and --no-merge are mutually exclusive'],
  [['update', 'users', '-s', 'a'], 'Invalid key=value parameter: [a]'],
  [['get', 'users', '-q', 'a'], 'Invalid key=value parameter: [a]'],
  [['get', 'users', '-h', 'a'], 'Invalid key=value parameter: [a]'],
  [['get', 'users', '--format', 'xml'], 'Unsupported output format: xml'],
  [['update', 'users', '-i'], "Unknown option: '-i'"],
];

for (const [args, message] of USAGE) {
  test(`Keycloak: "${args.join(' ')}" is wrong usage, exit code 2, and nothing is sent`, async () => {
    const { code, out, err } = await kcadm({}, args);
    assert.deepEqual([code, out, err.split('\n')[0]], [2, '', message]);
    assert.match(
      err,
      new RegExp(
        `\\nTry 'kcadm\\.sh ${args[0]} --help' for more information on the available options\\.\\n$`,
      ),
    );
    assert.deepEqual(peer.lines(), []);
  });
}

const FAILURES: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [['get', 'users', '-s', 'a=b'], /^Request type does not support body: get\n$/],
  [['get', 'users', '--fields', 'a('], /^Invalid fields specification at position 2/],
  [['create', 'users', '-f', '/nowhere.json'], /^File not found: \/nowhere\.json\n$/],
  [['create', 'users', '-s', 'a..b=1'], /^Invalid attribute key: a\.\.b \(at position 3\)/],
  [['create', 'users', '-b', '{}', '-s', 'a=1'], /^Can't set attributes on content of type/],
];

for (const [args, message] of FAILURES) {
  test(`Keycloak: "${args.join(' ')}" fails with exit code 1, and nothing is sent`, async () => {
    const { code, out, err } = await kcadm({}, args);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, message);
    assert.deepEqual(peer.lines(), []);
  });
}

const REFUSALS: readonly (readonly [status: number, body: unknown, message: RegExp])[] = [
  [404, { error: 'User not found' }, /^Resource not found for url: http:.*\/users\?x=1\n$/],
  [409, { errorMessage: 'User exists with same username' }, /^User exists with same username\n$/],
  [400, { error: 'invalid', error_description: 'Too short' }, /^Too short \[invalid\]\n$/],
  [403, { error: 'HTTP 403 Forbidden' }, /^null \[HTTP 403 Forbidden\]\n$/],
  [
    401,
    { error: 'HTTP 401 Unauthorized' },
    /^null \[HTTP 401 Unauthorized\]\nLogin again with 'kcadm\.sh config credentials'\n$/,
  ],
  [500, 'oops', /^HTTP error - 500 Internal Server Error\n$/],
  [405, undefined, /^HTTP error - 405 Method Not Allowed\n$/],
  [302, '', /^HTTP error - 302 Found\n$/],
];

for (const [status, body, message] of REFUSALS) {
  test(`Keycloak: the answer ${status} ${JSON.stringify(body)} fails with exit code 1`, async () => {
    const { code, out, err } = await kcadm({ [`POST ${USERS}?x=1`]: { status, body } }, [
      'create',
      'users',
      '-q',
      'x=1',
    ]);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, message);
  });
}

test('Keycloak create: the ID comes from the location, as a message or with -i alone', async () => {
  const table = { [`POST ${USERS}`]: { status: 201, headers: { Location: `${peer.url}${USERS}/7` } } };
  const args = ['create', 'users', '-s', 'username=a', '-s', 'enabled=true'];
  assert.deepEqual(await kcadm(table, args), { code: 0, out: '', err: "Created new user with id '7'\n" });
  assert.equal(peer.requests[0]?.body, '{"username":"a","enabled":true}');
  assert.equal(peer.requests[0]?.headers['content-type'], 'application/json');
  assert.equal(peer.requests[0]?.headers['authorization'], 'Bearer t');
  assert.deepEqual(await kcadm(table, [...args, '-i']), { code: 0, out: '7\n', err: '' });
  const without = { [`POST ${USERS}`]: { status: 200, body: { a: 1 } } };
  assert.deepEqual(await kcadm(without, [...args, '-i']), { code: 0, out: '', err: '' });
});

test('Keycloak create -o: the new resource is read and printed; an answer without location is printed itself', async () => {
  const table = {
    [`POST ${USERS}?x=1`]: { status: 201, headers: { Location: `${peer.url}${USERS}/7` } },
    [`GET ${USERS}/7`]: { status: 200, body: { id: '7', name: 'a' } },
  };
  const { out, err } = await kcadm(table, ['create', 'users', '-q', 'x=1', '-o', '--fields', 'id']);
  assert.deepEqual([out, err], ['{\n  "id" : "7"\n}', '\n']);
  const own = { [`POST ${USERS}`]: { status: 200, body: { value: 's' } } };
  assert.equal((await kcadm(own, ['create', 'users', '-o', '-c'])).out, '{"value":"s"}');
  assert.deepEqual(peer.lines(), [`POST ${USERS}`]);
});

test('Keycloak create -o: the token of clients-initial-access is in the answer to POST only', async () => {
  const path = '/admin/realms/demo/clients-initial-access';
  const answer = { status: 201, headers: { Location: `${peer.url}${path}/7` }, body: { token: 'x' } };
  const { out } = await kcadm({ [`POST ${path}`]: answer }, [
    'create',
    'clients-initial-access',
    '-s',
    'count=1',
    '-o',
  ]);
  assert.equal(out, '{\n  "token" : "x"\n}');
});

test('Keycloak create -f -: standard input is sent as it is', async () => {
  const table = { [`POST ${USERS}`]: { status: 201 } };
  const { code } = await kcadm(table, ['create', 'users', '-f', '-'], '{ "username": "a" }\n');
  assert.deepEqual([code, peer.requests[0]?.body], [0, '{ "username": "a" }']);
});

test('Keycloak update -s: the object is read, changed and sent back as a whole', async () => {
  const table = {
    [`GET ${USERS}/7?x=1`]: {
      status: 200,
      body: '{"id":"7","n":1.0,"access":{"a":true}}',
      headers: { 'Content-Type': 'application/json' },
    },
    [`PUT ${USERS}/7?x=1`]: { status: 204 },
  };
  const update = ['update', 'users/7', '-q', 'x=1', '-h', 'X-Mine=yes', '-s', 'name=b', '-d', 'access'];
  assert.deepEqual(await kcadm(table, update), { code: 0, out: '', err: '' });
  assert.deepEqual(peer.lines(), [`GET ${USERS}/7?x=1`, `PUT ${USERS}/7?x=1`]);
  assert.equal(peer.requests[1]?.body, '{"id":"7","n":1.0,"name":"b"}');
  assert.deepEqual(
    peer.requests.map(({ headers }) => headers['x-mine']),
    ['yes', 'yes'],
  );
});

for (const [args, body] of [
  [['-s', 'a=1', '-n'], '{"a":1}'],
  [['-f', '-', '-s', 'a=1'], '{"b":2,"a":1}'],
  [['-f', '-'], '{"b": 2}'],
  [['-b', 'text'], 'text'],
] as const) {
  test(`Keycloak update ${args.join(' ')}: nothing is read first`, async () => {
    const { code } = await kcadm(
      { [`PUT ${USERS}/7`]: { status: 204 } },
      ['update', 'users/7', ...args],
      '{"b": 2}',
    );
    assert.deepEqual([code, peer.lines(), peer.requests[0]?.body], [0, [`PUT ${USERS}/7`], body]);
  });
}

test('Keycloak update -m -f: the file is laid over what the server has', async () => {
  const table = {
    [`GET ${USERS}/7`]: { status: 200, body: { a: 1, b: { c: 2 } } },
    [`PUT ${USERS}/7`]: { status: 204 },
  };
  await kcadm(table, ['update', 'users/7', '-m', '-f', '-'], '{"b": {"d": 3}}');
  assert.equal(peer.requests[1]?.body, '{"a":1,"b":{"c":2,"d":3}}');
});

test('Keycloak update: what cannot be read is not written', async () => {
  for (const [answer, message] of [
    [{ status: 404 }, /^Resource not found for url/],
    [{ status: 200, body: [1] }, /^Not a JSON object: \[1\]/],
    [{ status: 200, body: 'x' }, /^Error processing results/],
  ] as const) {
    const { code, err } = await kcadm({ [`GET ${USERS}/7`]: answer }, ['update', 'users/7', '-s', 'a=1']);
    assert.equal(code, 1);
    assert.match(err, message);
    assert.equal(peer.requests.length, 1);
  }
});

test('Keycloak update -o: the changed resource is printed', async () => {
  const table = {
    [`PUT ${USERS}/7`]: { status: 204 },
    [`GET ${USERS}/7`]: { status: 200, body: { id: '7' } },
  };
  assert.equal(
    (await kcadm(table, ['update', 'users/7', '-s', 'a=1', '-n', '-o'])).out,
    '{\n  "id" : "7"\n}',
  );
});

test('Keycloak delete: silent, with a body if there is one', async () => {
  const table = { [`DELETE ${USERS}/7`]: { status: 204 } };
  assert.deepEqual(await kcadm(table, ['delete', 'users/7']), { code: 0, out: '', err: '' });
  assert.equal(peer.requests[0]?.body, '');
  await kcadm(table, ['delete', 'users/7', '-f', '-'], '[{"id":"1"}]');
  assert.equal(peer.requests[0]?.body, '[{"id":"1"}]');
});

test('Keycloak get: offset and limit, filtered fields, headers before the body', async () => {
  const table = { [`GET ${USERS}?first=5&max=2`]: { status: 200, body: [{ id: '1', name: 'a' }] } };
  const { out } = await kcadm(table, ['get', 'users', '-o', '5', '-l', '2', '--fields', 'name', '-H']);
  assert.match(out, /^HTTP\/1\.1 200 OK\n(?:[\w-]+: .*\n)+\n\[ \{\n {2}"name" : "a"\n\} \]$/);
});

test('Keycloak -H: a refusal shows the headers, too, before the message', async () => {
  const { code, out, err } = await kcadm({}, ['get', 'users', '-H']);
  assert.equal(code, 1);
  assert.match(out, /^HTTP\/1\.1 404 Not Found\n/);
  assert.doesNotMatch(out, /\n\n$/);
  assert.match(err, /^Resource not found/);
});

test('Keycloak -h: a header replaces the usual one in any case, and the token as well', async () => {
  const table = { [`POST ${USERS}`]: { status: 204 } };
  const headers = ['-h', 'authorization=Basic eA==', '-h', 'CONTENT-TYPE=text/plain', '-h', 'accept=*/*'];
  await kcadm(table, ['create', 'users', ...headers, '-f', '-'], 'no json');
  const sent = peer.requests[0];
  assert.deepEqual(
    [sent?.headers['authorization'], sent?.headers['content-type'], sent?.headers['accept'], sent?.body],
    ['Basic eA==', 'text/plain', '*/*', 'no json'],
  );
});

test('Keycloak: a complete URL is used as it is, whatever the realm', async () => {
  const { code } = await kcadm({ 'GET /any/where': { status: 200, body: {} } }, [
    'get',
    `${peer.url}/any/where`,
    '-r',
    'x',
  ]);
  assert.equal(code, 0);
});
