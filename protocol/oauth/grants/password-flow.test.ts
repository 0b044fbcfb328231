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

const NAMED = [step('direct-grant-validate-username'), step('direct-grant-validate-password')];
const SECOND = { flowAlias: 'second', requirement: 'REQUIRED' };
const TOTP = '{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1"}';
const GATED: NonNullable<RealmRepresentation['users']> = [
  ...USERS,
  { username: 'dora', enabled: false, credentials: [{ type: 'password', value: 'dora-password' }] },
  {
    username: 'todo',
    requiredActions: ['UPDATE_PASSWORD'],
    credentials: [{ type: 'password', value: 'todo-password' }],
  },
  {
    username: 'otto',
    credentials: [
      { type: 'password', value: 'otto-password' },
      { type: 'otp', secretData: '{"value":"abcdefghij0123456789"}', credentialData: TOTP },
    ],
  },
];

/** A recorded run: its user, its steps as `name did (why)`, and whether Activity says the same. */
interface Ran {
  readonly user: string | undefined;
  readonly steps: readonly string[];
}

/** Sends password grants to a realm whose flow is `mine`, and returns what the console shows of the last one. */
async function lastRun(
  requests: readonly Readonly<Record<string, string>>[],
  mine: readonly object[] = NAMED,
  changes: Partial<RealmRepresentation> = {},
): Promise<Ran | undefined> {
  const flow = (alias: string, authenticationExecutions: readonly object[]) =>
    ({ id: `${alias}-id`, alias, authenticationExecutions }) as never;
  const server = await startComposedServer({
    realms: [
      {
        realm: 'r',
        enabled: true,
        clients: [{ clientId: 'shop', publicClient: true, directAccessGrantsEnabled: true }],
        users: GATED,
        directGrantFlow: 'mine',
        authenticationFlows: [
          flow('mine', mine),
          flow('second', [step('direct-grant-validate-otp')]),
          flow('gate', [
            step('conditional-user-role', 'REQUIRED', 'no staff'),
            step('deny-access-authenticator'),
          ]),
        ],
        authenticatorConfig: [{ alias: 'no staff', config: { condUserRole: 'staff', negate: 'true' } }],
        ...changes,
      },
    ],
  });
  try {
    for (const sent of requests) {
      const body = new URLSearchParams({ grant_type: 'password', client_id: 'shop', ...sent });
      await fetch(`${server.baseUrl}/realms/r/protocol/openid-connect/token`, { method: 'POST', body });
    }
    const realmId = server.store.realms.find('r')?.id ?? '';
    const run = await server.lastRuns.find(realmId, 'mine');
    if (run === undefined) return undefined;
    const { clientId, username, exchange, steps } = run;
    assert.equal(clientId, 'shop');
    const decisions = server.activity.find(exchange)?.decisions ?? [];
    const noted = decisions.find(({ rule }) => rule === 'authentication-flow')?.detail ?? '';
    for (const { name, why = '' } of steps) assert.ok(noted.includes(name) && noted.includes(why), noted);
    return {
      user: username,
      steps: steps.map(({ name, did, why }) => `${name} ${did}${why === undefined ? '' : ` (${why})`}`),
    };
  } finally {
    await server.stop();
  }
}

const sent = (username: string, password = `${username}-password`, more: Record<string, string> = {}) => [
  { username, password, ...more },
];
const NAME_OK = 'direct-grant-validate-username succeeded';
const PASSWORD_OK = 'direct-grant-validate-password succeeded';

test('directGrantFlow: a successful password grant is the last run of its flow', async () => {
  assert.deepEqual(await lastRun(sent('alice')), { user: 'alice', steps: [NAME_OK, PASSWORD_OK] });
});

for (const [what, requests, user, steps] of [
  [
    'no user has the name',
    sent('nobody'),
    undefined,
    ['direct-grant-validate-username refused (there is no such user)'],
  ],
  [
    'no name was sent',
    sent('', 'x'),
    undefined,
    ['direct-grant-validate-username refused (no username was sent)'],
  ],
  [
    'the password is wrong',
    sent('alice', 'wrong'),
    'alice',
    [NAME_OK, 'direct-grant-validate-password refused (the password is not that of alice)'],
  ],
  [
    'the account is disabled',
    sent('dora'),
    'dora',
    ['direct-grant-validate-username refused (dora is disabled)'],
  ],
  [
    'the account is disabled and the password wrong, which is what the client learns',
    sent('dora', 'wrong'),
    'dora',
    [NAME_OK, 'direct-grant-validate-password refused (the password is not that of dora)'],
  ],
  ['a required action follows, which no step decides', sent('todo'), 'todo', [NAME_OK, PASSWORD_OK]],
] as const)
  test(`directGrantFlow: the last run names the step that refused: ${what}`, async () => {
    assert.deepEqual(await lastRun(requests), { user, steps });
  });

test('directGrantFlow: the last run names the step that refused: one-time code, in the flow that it is in', async () => {
  for (const code of [{}, { totp: '000000' }])
    assert.deepEqual(await lastRun(sent('otto', undefined, code), [...NAMED, SECOND]), {
      user: 'otto',
      steps: [
        NAME_OK,
        PASSWORD_OK,
        'direct-grant-validate-otp refused (no valid one-time code was sent)',
        'second refused',
      ],
    });
});

test('directGrantFlow: the last run names the step that refused: denied access', async () => {
  const ran = await lastRun(sent('bob'), [...NAMED, GATE], {
    roles: { realm: [{ name: 'staff' }] },
    users: GATED,
  });
  assert.deepEqual(ran?.steps.slice(2), [
    'conditional-user-role met (user bob has not role staff)',
    'deny-access-authenticator refused (Access denied)',
    'gate refused',
  ]);
});

test('directGrantFlow: the last run names the step that refused: a locked account', async () => {
  const requests = [...sent('alice', 'wrong'), ...sent('alice')];
  assert.deepEqual(await lastRun(requests, NAMED, { bruteForceProtected: true, failureFactor: 1 }), {
    user: 'alice',
    steps: ['direct-grant-validate-username refused (brute-force detection refuses alice)'],
  });
});

test('directGrantFlow: a flow without a step for the password has not refused one', async () => {
  const open = [step('allow-access-authenticator')];
  assert.equal(await lastRun(sent('alice', 'wrong'), open), undefined);
  assert.deepEqual((await lastRun(sent('alice'), open))?.steps, ['allow-access-authenticator succeeded']);
});

test('a run says nothing of what was sent as password or code', async () => {
  const ran = await lastRun(sent('otto', undefined, { totp: '424242' }), [...NAMED, SECOND]);
  assert.doesNotMatch(JSON.stringify(ran), /otto-password|424242/);
});
