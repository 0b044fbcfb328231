import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { startComposedServer } from '#protocol/testing/composed-server.ts';

const USERS: NonNullable<RealmRepresentation['users']> = [
  { username: 'alice', realmRoles: ['staff'], credentials: [{ type: 'password', value: 'alice-password' }] },
  { username: 'bob', credentials: [{ type: 'password', value: 'bob-password' }] },
];

/** A step, and what it requires. */
const step = (authenticator: string, requirement = 'REQUIRED', config?: string) => ({
  authenticator,
  requirement,
  ...(config === undefined ? {} : { authenticatorConfig: config }),
});

/** Status and description of a password grant in a realm whose flow has these steps after name and password. */
async function grant(
  steps: readonly object[],
  username = 'alice',
  changes: Partial<RealmRepresentation> = {},
): Promise<readonly [number, string]> {
  const flow = (alias: string, authenticationExecutions: readonly object[]) =>
    ({ id: `${alias}-id`, alias, authenticationExecutions }) as never;
  const named = [step('direct-grant-validate-username'), step('direct-grant-validate-password')];
  const { baseUrl, stop } = await startComposedServer({
    realms: [
      {
        realm: 'r',
        enabled: true,
        roles: { realm: [{ name: 'staff' }] },
        clients: [{ clientId: 'shop', publicClient: true, directAccessGrantsEnabled: true }],
        users: USERS,
        directGrantFlow: 'mine',
        authenticationFlows: [
          flow('mine', [...named, ...steps]),
          flow('gate', [
            step('conditional-user-role', 'REQUIRED', 'no staff'),
            step('deny-access-authenticator', 'REQUIRED', 'message'),
          ]),
          flow('open', named),
        ],
        authenticatorConfig: [
          { alias: 'no staff', config: { condUserRole: 'staff', negate: 'true' } },
          { alias: 'message', config: { denyErrorMessage: 'Staff only' } },
        ],
        ...changes,
      },
    ],
  });
  try {
    const response = await fetch(`${baseUrl}/realms/r/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'shop',
        username,
        password: `${username}-password`,
      }),
    });
    const { error_description: description = '' } = (await response.json()) as { error_description?: string };
    return [response.status, description];
  } finally {
    await stop();
  }
}

const GATE = { flowAlias: 'gate', requirement: 'CONDITIONAL' };

test('directGrantFlow: a condition that denies access refuses the user with the setting’s message', async () => {
  assert.deepEqual(await grant([GATE], 'bob'), [400, 'Staff only']);
  assert.deepEqual(await grant([GATE], 'alice'), [200, '']);
});

test('directGrantFlow: a required step that the user has not set up refuses', async () => {
  assert.equal((await grant([step('direct-grant-validate-otp')]))[0], 400);
  assert.deepEqual(await grant([step('direct-grant-validate-otp', 'ALTERNATIVE')]), [200, '']);
});

test('directGrantFlow: steps of other vendors are passed over', async () => {
  assert.deepEqual(await grant([step('acme-sms')]), [200, '']);
});

test('authenticationFlowBindingOverrides: direct_grant is the client’s flow', async () => {
  const clients = [
    {
      clientId: 'shop',
      publicClient: true,
      directAccessGrantsEnabled: true,
      authenticationFlowBindingOverrides: { direct_grant: 'open-id' },
    },
  ];
  assert.deepEqual(await grant([GATE], 'bob', { clients }), [200, '']);
});

test('bad input: a flow that does not exist is the built-in one', async () => {
  assert.deepEqual(await grant([GATE], 'bob', { directGrantFlow: 'gone' }), [200, '']);
});
