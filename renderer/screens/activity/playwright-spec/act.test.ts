import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actBefore, isRepeatable, listActs, type RecordedFlow } from './act.ts';
import { record, refusedBy } from './testing/record.ts';

const flow = (parts: Partial<RecordedFlow>): RecordedFlow => ({
  kind: 'sign-in',
  state: undefined,
  requests: [],
  username: 'alice',
  clientId: 'web',
  ...parts,
});

const START = [
  '// Replace this line with the step that makes web start the sign-in.',
  "await page.goto('/');",
];
const credentials = { username: 'alice', password: '••••' };

test('console "Copy as Playwright test": a sign-in skips the form, unless an attempt was refused', () => {
  const accepted = record('Sign-in form', { form: credentials });
  assert.deepEqual(listActs(flow({ requests: [accepted] })), [
    "const user = await idp.user('alice');",
    'await user.signIn(page);',
    ...START,
  ]);
  const refused = record('Sign-in form', refusedBy('check-password', 'No.', { form: credentials }));
  assert.deepEqual(listActs(flow({ requests: [refused, accepted] })), [
    "await idp.user('alice', { password: 'correct-password' });",
    ...START,
    "await page.locator('#username').fill('alice');",
    "await page.locator('#password').fill('wrong-password');",
    "await page.locator('#kc-login').click();",
    "await page.locator('#username').fill('alice');",
    "await page.locator('#password').fill('correct-password');",
    "await page.locator('#kc-login').click();",
  ]);
});

test('console "Copy as Playwright test": without a user nobody signs in; fields that were not on a form are not filled', () => {
  const form = record('Sign-in form', refusedBy('find-user', 'No.', { form: { password: '••••' } }));
  assert.deepEqual(listActs(flow({ username: undefined, requests: [form] })), [
    ...START,
    "await page.locator('#password').fill('wrong-password');",
    "await page.locator('#kc-login').click();",
  ]);
});

test('console "Copy as Playwright test": a realm that asks for the name first has a form for each field', () => {
  const name = record('Sign-in form', { form: { username: 'alice' } });
  const choice = record('Sign-in form', { form: { 'kc.org': 'acme.test' } });
  const password = { form: { password: '••••' } };
  const wrong = record('Sign-in form', refusedBy('check-password', 'No.', password));
  const choose = 'await page.locator(\'[id="organization-acme.test"]\').click();';
  const submit = "await page.locator('#kc-login').click();";
  const accepted = [name, choice, record('Sign-in form', password)];
  assert.deepEqual(listActs(flow({ requests: accepted }))?.slice(4), [choose]);
  const unknown = record('Sign-in form', refusedBy('organization', 'No.', { form: { 'kc.org': 'gone' } }));
  assert.deepEqual(
    listActs(flow({ requests: [name, unknown, choice, wrong, record('Sign-in form', password)] }))?.slice(3),
    [
      "await page.locator('#username').fill('alice');",
      submit,
      choose,
      "await page.locator('#password').fill('wrong-password');",
      submit,
      "await page.locator('#password').fill('correct-password');",
      submit,
    ],
  );
});

test('console "Copy as Playwright test": consent is given or denied as recorded, required actions are left to the author', () => {
  const acts = (...requests: RecordedFlow['requests']) => listActs(flow({ requests }))?.slice(4);
  assert.deepEqual(acts(record('Consent form')), ["await page.locator('#kc-login').click();"]);
  assert.deepEqual(acts(record('Consent form', refusedBy('consent', 'No.'))), [
    "await page.locator('#kc-cancel').click();",
  ]);
  assert.deepEqual(acts(record('Required action page', { method: 'GET' }), record('Required action form')), [
    '// Add the step that submits this page: Required action form.',
  ]);
});

for (const [state, step] of [
  ['approved', 'approve'],
  ['denied', 'deny'],
  ['cancelled', 'cancel'],
  ['waiting for user', 'prompt'],
] as const) {
  test(`console "Copy as Playwright test": a prompt that was ${state} is repeated by ${step}`, () => {
    assert.equal(
      listActs(flow({ kind: 'ciba', state }))?.at(-1),
      `await idp.device.${step}({ user: 'alice', client: 'web' });`,
    );
  });
}

for (const [state, step] of [
  ['approved', "approveCode({ user: 'alice', client: 'web' })"],
  ['denied', "denyCode({ client: 'web' })"],
  ['waiting for user', "code({ client: 'web' })"],
] as const) {
  test(`console "Copy as Playwright test": a device code that was ${state} is repeated by ${step}`, () => {
    assert.equal(listActs(flow({ kind: 'device', state }))?.at(-1), `await idp.device.${step};`);
  });
}

test('console "Copy as Playwright test": what expired expires by the clock, a second after its lifespan', () => {
  const requests = [record('Authentication request (CIBA)', { json: { expires_in: 60 } })];
  assert.deepEqual(listActs(flow({ kind: 'ciba', state: 'expired', requests }))?.slice(-2), [
    "await idp.device.prompt({ user: 'alice', client: 'web' });",
    'await idp.clock.advance({ seconds: 61 });',
  ]);
  assert.equal(
    listActs(flow({ kind: 'device', state: 'expired' }))?.at(-1),
    'await idp.clock.advance({ seconds: 121 });',
  );
});

test('console "Copy as Playwright test": a request that was refused before the user was asked has no prompt', () => {
  for (const kind of ['ciba', 'device'] as const)
    assert.doesNotMatch(String(listActs(flow({ kind }))), /idp\.device/);
});

test('console "Copy as Playwright test": a token is refreshed after it has expired, and signing out is left to the author', () => {
  const refresh = record('Token request', { endpoint: 'token', grant: 'refresh_token' });
  const requests = [record('Token request', { json: { expires_in: 30 } }), refresh];
  assert.deepEqual(actBefore(flow({ requests }), refresh).slice(1), [
    'await idp.clock.advance({ seconds: 31 });',
    'await page.reload();',
  ]);
  assert.deepEqual(actBefore(flow({ kind: 'token' }), refresh), []);
  const signOut = record('Sign-out', { endpoint: 'logout' });
  assert.deepEqual(actBefore(flow({}), signOut), ['// Add the step that signs the user out.']);
  assert.deepEqual(actBefore(flow({ kind: 'sign-out' }), signOut), []);
});

test('console "Copy as Playwright test": administration, account pages, reads and the console are not repeated', () => {
  for (const kind of ['administration', 'account', 'read', 'console', 'other'] as const)
    assert.deepEqual([listActs(flow({ kind })), isRepeatable(kind)], [undefined, false]);
  assert.equal(isRepeatable('saml'), true);
});
