import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { formAction } from '../testing/browser.ts';
import { type FlowStepText, withFlow } from '../testing/flows.ts';

const FORM = 'kc-form-login';
const GROUPS = [{ name: 'staff', attributes: { floor: ['3'] }, subGroups: [{ name: 'it' }] }];
const USERS: NonNullable<RealmRepresentation['users']> = [
  {
    id: 'alice-id',
    username: 'alice',
    attributes: { floor: ['1', '2'] },
    groups: ['/staff/it'],
    realmRoles: ['admin'],
    clientRoles: { 'my.shop': ['buyer'] },
    credentials: [{ type: 'password', value: 'alice-password' }],
  },
];
const REALM: Partial<RealmRepresentation> = {
  users: USERS,
  groups: GROUPS,
  roles: { realm: [{ name: 'admin' }], client: { 'my.shop': [{ name: 'buyer' }] } },
  clients: [
    { clientId: 'shop', publicClient: true, redirectUris: ['http://shop.test/callback'] },
    { clientId: 'my.shop' },
  ],
};

/** Whether a flow with this condition runs for alice after her password: it denies access. */
async function holds(condition: string, query = ''): Promise<boolean> {
  let isDenied = false;
  const steps: readonly FlowStepText[] = [
    'auth-username-password-form REQUIRED',
    [
      'gate CONDITIONAL',
      [`${condition.replace(' ', ' REQUIRED ')}`.trim(), 'deny-access-authenticator REQUIRED'],
    ],
  ];
  await withFlow(
    steps,
    async (_fixture, browser) => {
      const page = await browser.open(query);
      const answer = await browser.post(formAction(page, FORM), {
        username: 'alice',
        password: 'alice-password',
      });
      isDenied = answer.status === 401;
      assert.equal(isDenied, answer.leadsTo['code'] === undefined, answer.text);
    },
    REALM,
  );
  return isDenied;
}

test('Condition - user role: realm and client roles, and their negation', async () => {
  assert.equal(await holds('conditional-user-role condUserRole=admin'), true);
  assert.equal(await holds('conditional-user-role condUserRole=my.shop.buyer'), true);
  assert.equal(await holds('conditional-user-role condUserRole=buyer'), false);
  assert.equal(await holds('conditional-user-role condUserRole=admin,negate=true'), false);
  assert.equal(await holds('conditional-user-role condUserRole=gone,negate=true'), true);
});

test('Condition - user attribute: any value, of groups if asked, as a pattern if asked', async () => {
  const floor = 'conditional-user-attribute attribute_name=floor,attribute_expected_value=';
  assert.equal(await holds(`${floor}2`), true);
  assert.equal(await holds(`${floor}3`), false);
  assert.equal(await holds(`${floor}3,include_group_attributes=true`), true);
  assert.equal(await holds(`${floor}[12],regex=true`), true);
  assert.equal(await holds(`${floor}(,regex=true`), false);
  assert.equal(await holds(`${floor}2,not=true`), false);
  assert.equal(
    await holds('conditional-user-attribute attribute_name=username,attribute_expected_value=alice'),
    true,
  );
});

test('Condition - client scope: the scopes of the request', async () => {
  assert.equal(await holds('conditional-client-scope client_scope=phone', 'scope=openid phone'), true);
  assert.equal(await holds('conditional-client-scope client_scope=phone', 'scope=openid'), false);
  assert.equal(await holds('conditional-client-scope client_scope=phone,negate=true', 'scope=openid'), true);
});

test('Condition - credential: what was used in this sign-in', async () => {
  assert.equal(await holds('conditional-credential credentials=password,included=true'), true);
  assert.equal(await holds('conditional-credential credentials=password'), false);
  assert.equal(await holds('conditional-credential credentials=otp##webauthn'), true);
});

test('Condition - sub-flow executed: by its name', async () => {
  assert.equal(await holds('conditional-sub-flow-executed flow_to_check=gone,check_result=executed'), false);
  assert.equal(
    await holds('conditional-sub-flow-executed flow_to_check=gone,check_result=not-executed'),
    true,
  );
});

test('Condition - user configured: a step that everybody has holds', async () => {
  assert.equal(await holds('conditional-user-configured'), true);
});

test('Condition - Level of Authentication: the first is due, whatever is requested', async () => {
  assert.equal(await holds('conditional-level-of-authentication loa-condition-level=3'), true);
});
