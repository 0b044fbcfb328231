import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAgent } from './testing/agent.ts';

const agent = await startAgent();
after(() => agent.server.stop());

const REFUSED: readonly (readonly [string, string, Record<string, unknown>, RegExp])[] = [
  ['list_realms refuses arguments', 'list_realms', { realm: 'shop' }, /[Uu]nrecognized key.*realm/],
  ['list_clients needs a realm', 'list_clients', {}, /realm/],
  [
    'list_clients refuses an unknown realm',
    'list_clients',
    { realm: 'x' },
    /no realm x\. The realms are: shop, master/,
  ],
  ['list_clients refuses an empty realm', 'list_clients', { realm: '' }, /realm/],
  ['create_user needs a username', 'create_user', { realm: 'shop' }, /username/],
  ['create_user refuses an unknown realm', 'create_user', { realm: 'x', username: 'bob' }, /no realm x/],
  [
    'create_user refuses an argument that it does not know',
    'create_user',
    { realm: 'shop', username: 'bob', role: 'x' },
    /[Uu]nrecognized key.*role/,
  ],
  [
    'create_user refuses a role that is no text',
    'create_user',
    { realm: 'shop', username: 'bob', roles: [7] },
    /roles/,
  ],
  [
    'create_user refuses an existing user',
    'create_user',
    { realm: 'shop', username: 'ann', email: 'a@b.test' },
    /has a user ann already.*change: true/,
  ],
  [
    'create_user refuses an existing user in other letters',
    'create_user',
    { realm: 'shop', username: 'ANN', email: 'a@b.test' },
    /has a user ANN already/,
  ],
  [
    'create_user refuses roles of an unknown client',
    'create_user',
    { realm: 'shop', username: 'bob', clientRoles: { none: ['x'] } },
    /none/,
  ],
  ['get_tokens needs a client', 'get_tokens', { realm: 'shop', user: 'ann' }, /client/],
  [
    'get_tokens refuses an unknown client',
    'get_tokens',
    { realm: 'shop', client: 'none', user: 'ann' },
    /none/,
  ],
  [
    'get_tokens refuses an unknown user',
    'get_tokens',
    { realm: 'shop', client: 'web', user: 'nobody' },
    /nobody/,
  ],
  [
    'get_tokens refuses an unknown fault',
    'get_tokens',
    { realm: 'shop', client: 'web', user: 'ann', broken: 'odd' },
    /broken|wrong-key/,
  ],
  [
    'get_tokens refuses part of a second',
    'get_tokens',
    { realm: 'shop', client: 'web', user: 'ann', expiresInSeconds: 0.5 },
    /expiresInSeconds/,
  ],
];

for (const [requirement, tool, args, text] of REFUSED)
  test(requirement, async () => {
    const answered = await agent.call(tool, args);
    assert.equal(answered.isError, true);
    assert.match(answered.text, text);
  });

test('no refused call has created a user', async () => {
  const query = `${agent.server.baseUrl}/admin/realms/shop/users?max=100`;
  const response = await fetch(query, { headers: { authorization: `Bearer ${agent.server.controlKey}` } });
  const users = (await response.json()) as { readonly username: string; readonly email?: string }[];
  assert.deepEqual(
    users.map(({ username, email }) => [username, email]),
    [['ann', undefined]],
  );
});

test('list_realms names each realm with its discovery document', async () => {
  const realms =
    await agent.json<{ realm: string; displayName?: string; discovery: string }[]>('list_realms');
  const shop = realms.find(({ realm }) => realm === 'shop');
  assert.equal(shop?.displayName, 'The shop');
  assert.equal((await fetch(shop?.discovery ?? '')).status, 200);
});

test('list_clients shows flows and redirect URIs, and no secret', async () => {
  const { text } = await agent.call('list_clients', { realm: 'shop' });
  assert.doesNotMatch(text, /till-secret|"secret"|attributes/);
  const clients = JSON.parse(text) as { clientId: string }[];
  const { clientId, flows, publicClient, redirectUris } = {
    ...clients.find((one) => one.clientId === 'web'),
  } as Record<string, unknown>;
  assert.deepEqual(
    { clientId, flows, publicClient, redirectUris },
    {
      clientId: 'web',
      flows: ['standard'],
      publicClient: true,
      redirectUris: ['http://127.0.0.1:3000/callback'],
    },
  );
  const found = await agent.json<{ clientId: string }[]>('list_clients', { realm: 'shop', search: 'til' });
  assert.deepEqual(
    found.map((one) => one.clientId),
    ['till'],
  );
});

test('create_user creates a user who gets tokens with roles and claims; the password is not shown', async () => {
  const { text, isError } = await agent.call('create_user', {
    realm: 'shop',
    username: 'carol',
    password: 'a password of carol',
    roles: ['buyer'],
    claims: { tier: 'gold' },
  });
  assert.equal(isError, false, text);
  assert.doesNotMatch(text, /a password of carol/);
  assert.equal(JSON.parse(text).hasPassword, true);
  const tokens = await agent.json<{ access_token: string }>('get_tokens', {
    realm: 'shop',
    client: 'web',
    user: 'carol',
  });
  const claims = JSON.parse(Buffer.from(tokens.access_token.split('.')[1] ?? '', 'base64url').toString());
  assert.equal(claims.tier, 'gold');
  assert.ok(claims.realm_access.roles.includes('buyer'));
  assert.equal(await agent.send('/userinfo'), 401);
});

test('create_user with change: true changes only what is given', async () => {
  await agent.json('create_user', {
    realm: 'shop',
    username: 'dave',
    email: 'dave@shop.test',
    firstName: 'Dave',
  });
  const changed = await agent.json<Record<string, unknown>>('create_user', {
    realm: 'shop',
    username: 'dave',
    firstName: 'David',
    change: true,
  });
  assert.deepEqual([changed['firstName'], changed['email']], ['David', 'dave@shop.test']);
});

test('get_tokens gives a broken token that the server itself refuses', async () => {
  const good = await agent.json<{ access_token: string }>('get_tokens', {
    realm: 'shop',
    client: 'web',
    user: 'ann',
    scope: 'openid',
  });
  const bad = await agent.json<{ access_token: string }>('get_tokens', {
    realm: 'shop',
    client: 'web',
    user: 'ann',
    scope: 'openid',
    broken: 'tampered',
  });
  const userinfo = async (token: string): Promise<number> => {
    const url = `${agent.server.baseUrl}/realms/shop/protocol/openid-connect/userinfo`;
    return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
  };
  assert.equal(await userinfo(bad.access_token), 401);
  assert.equal(await userinfo(good.access_token), 200);
});
