import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import { CIBA_GRANT, DEVICE_GRANT } from '#protocol/contract/flow-names.ts';
import { compileSpecs } from './testing/compile.ts';
import { type RecordParts, record, refusedBy } from './testing/record.ts';
import { writeSpec } from './write-spec.ts';

const SPECS: Record<string, string> = {};

/** The spec of a flow, which is compiled with all others at the end. */
function specOf(name: string, ...exchanges: ActivityRecord[]): string {
  const spec = writeSpec(exchanges);
  assert.ok(spec !== undefined, 'there is a spec');
  SPECS[name] = spec;
  return spec;
}

/** The spec has these parts, in this order. */
function hasInOrder(spec: string, parts: readonly string[]): void {
  let position = 0;
  for (const part of parts) {
    const found = spec.indexOf(part, position);
    assert.notEqual(found, -1, `"${part}" is missing, or not in order:\n${spec}`);
    position = found + part.length;
  }
}

const alice: RecordParts = { clientId: 'shop', username: 'alice' };
const token = (grant: string, parts: RecordParts = alice): ActivityRecord =>
  record(`Token request (${grant})`, { endpoint: 'token', grant, ...parts });
const authorization = (parts: RecordParts = {}): ActivityRecord =>
  record('Authorization request', {
    from: 'browser',
    method: 'GET',
    endpoint: 'authorization',
    clientId: 'shop',
    responseType: 'code',
    outcome: 'asked',
    pkce: 'S256',
    query: { redirect_uri: 'http://shop.test/callback' },
    ...parts,
  });
const form = (parts: RecordParts = {}): ActivityRecord =>
  record('Sign-in form', {
    ...alice,
    from: 'browser',
    form: { username: 'alice', password: '••••' },
    location: 'http://shop.test/callback?code=x',
    ...parts,
  });

test('console "Copy as Playwright test": code + PKCE becomes session, page and what the realm saw', () => {
  const spec = specOf(
    'code',
    authorization(),
    form(),
    token('authorization_code', { ...alice, pkce: 'S256' }),
  );
  assert.equal(
    spec,
    `import { expect, test } from 'understudy/playwright';

test.use({ realm: 'demo' });

test('Sign-in with code + PKCE · alice', async ({ page, idp }) => {
  const user = await idp.user('alice');
  await user.signIn(page);
  // The page at which shop starts the sign-in.
  await page.goto('http://shop.test/');

  await expect(idp).toHaveSeen({ endpoint: 'authorization', client: 'shop', pkce: 'S256' });
  await expect(idp).toHaveSeen({ endpoint: 'token', client: 'shop', user: 'alice', grant: 'authorization_code', pkce: 'S256', outcome: 'accepted' });
  await expect(idp).toHaveNoRefusals();
});
`,
  );
});

test('console "Copy as Playwright test": CIBA waits for the prompt and answers it as the user did', () => {
  const ciba = record('Authentication request (CIBA)', {
    endpoint: 'ciba',
    clientId: 'till',
    username: 'bob',
    json: { expires_in: 120 },
  });
  const bob: RecordParts = { clientId: 'till', username: 'bob' };
  const approved = specOf(
    'ciba',
    ciba,
    token(CIBA_GRANT, { ...bob, outcome: 'asked' }),
    token(CIBA_GRANT, bob),
  );
  hasInOrder(approved, [
    "test('CIBA · bob · approved'",
    "await idp.user('bob');",
    "await page.goto('/');",
    "await idp.device.approve({ user: 'bob', client: 'till' });",
    "toHaveSeen({ endpoint: 'ciba', client: 'till', user: 'bob', outcome: 'accepted' });",
    `toHaveSeen({ endpoint: 'token', client: 'till', user: 'bob', grant: '${CIBA_GRANT}', outcome: 'accepted' });`,
    'toHaveNoRefusals();',
  ]);
  const refusal = { code: 'access_denied', description: '', reason: 'The user denied it.' };
  const denied = specOf(
    'ciba-denied',
    ciba,
    token(CIBA_GRANT, refusedBy('check-answer', 'x', { ...bob, refusal })),
  );
  hasInOrder(denied, [
    'idp.device.deny(',
    '// Refused: The user denied it.',
    "outcome: 'refused', rule: 'check-answer'",
  ]);
  assert.doesNotMatch(denied, /toHaveNoRefusals/);
});

test('console "Copy as Playwright test": the code of a device is approved by the user who approved it', () => {
  const device = record('Device authorization request', { endpoint: 'device', clientId: 'tv' });
  const consent = record('Consent form', { from: 'browser', clientId: 'tv', username: 'carol' });
  hasInOrder(specOf('device', device, consent, token(DEVICE_GRANT, { clientId: 'tv', username: 'carol' })), [
    "test('Device sign-in · carol · approved'",
    "await idp.user('carol');",
    "// Replace this line with the step that makes tv ask for a device code.\n  await page.goto('/');",
    "await idp.device.approveCode({ user: 'carol', client: 'tv' });",
    "toHaveSeen({ endpoint: 'device', client: 'tv', outcome: 'accepted' });",
    `toHaveSeen({ endpoint: 'token', client: 'tv', user: 'carol', grant: '${DEVICE_GRANT}', outcome: 'accepted' });`,
  ]);
});

test('console "Copy as Playwright test": client credentials have no user, even with a service account', () => {
  const service = { clientId: 'batch', username: 'service-account-batch' };
  const spec = specOf('service', token('client_credentials', service));
  hasInOrder(spec, [
    "test('Client credentials · batch'",
    '// Replace this line with the step that makes batch send its request.',
    "toHaveSeen({ endpoint: 'token', client: 'batch', grant: 'client_credentials', outcome: 'accepted' });",
    'toHaveNoRefusals();',
  ]);
  assert.doesNotMatch(spec, /idp\.user|user:/);
});

test('console "Copy as Playwright test": a SAML sign-in starts at the service provider', () => {
  const sp = { clientId: 'https://sp.test/metadata', from: 'browser' } as const;
  const request = record('SAML sign-in request', { ...sp, endpoint: 'saml', outcome: 'asked' });
  const signedIn = form({ ...sp, username: 'carol', location: 'https://sp.test/acs' });
  hasInOrder(specOf('saml', request, signedIn), [
    "test('SAML sign-in · carol'",
    "await idp.user('carol');",
    'await user.signIn(page);',
    "await page.goto('https://sp.test/');",
    "toHaveSeen({ endpoint: 'saml', client: 'https://sp.test/metadata' });",
    'toHaveNoRefusals();',
  ]);
});

test('console "Copy as Playwright test": of a refused flow, the refusal is what is expected', () => {
  const refusal = {
    code: 'invalid_request',
    description: 'Invalid parameter: redirect_uri',
    reason: 'The redirect URI is not registered.',
    remedy: 'Add it to Valid redirect URIs.',
  };
  const spec = specOf('refused', authorization(refusedBy('check-redirect-uri', 'x', { refusal })));
  hasInOrder(spec, [
    "test('Sign-in with code + PKCE · shop: Refused: The redirect URI is not registered'",
    "await page.goto('http://shop.test/');",
    '// Refused: The redirect URI is not registered.',
    '// How to fix it: Add it to Valid redirect URIs.',
    "toHaveSeen({ endpoint: 'authorization', client: 'shop', pkce: 'S256', outcome: 'refused', rule: 'check-redirect-uri' });",
  ]);
  assert.doesNotMatch(spec, /toHaveNoRefusals|idp\.user/);
});

test('console "Copy as Playwright test": a wrong password is typed again, then the right one', () => {
  const spec = specOf('password', authorization(), form(refusedBy('check-password', 'Wrong.')), form());
  hasInOrder(spec, ["fill('wrong-password')", "fill('correct-password')", "rule: 'check-password'"]);
});

test('console "Copy as Playwright test": answers of faults are made by faults again', () => {
  const fault = { fault: 'fault-1', status: 503, outcome: 'failed' } as const;
  const spec = specOf('fault', authorization(), form(), token('authorization_code', { ...alice, ...fault }));
  hasInOrder(spec, [
    "await idp.faults.once({ endpoint: 'token', grant: 'authorization_code', status: 503 });",
    'await user.signIn(page);',
    "outcome: 'failed'",
  ]);
  const changed = specOf('fault-keys', token('password', { ...alice, fault: 'fault-2' }));
  assert.match(changed, /\/\/ Arm the fault that changed the answer of endpoint token\./);
});

test('console "Copy as Playwright test": refreshing and signing out come in their place', () => {
  const spec = specOf(
    'session',
    authorization(),
    form(),
    token('authorization_code', { ...alice, json: { expires_in: 300 } }),
    token('refresh_token'),
    record('Sign-out', { ...alice, endpoint: 'logout', from: 'browser' }),
  );
  hasInOrder(spec, [
    "grant: 'authorization_code'",
    'await idp.clock.advance({ seconds: 301 });',
    'await page.reload();',
    "grant: 'refresh_token'",
    '// Add the step that signs the user out.',
    "endpoint: 'logout'",
  ]);
});

const HOSTILE = `'); process.exit(1); //\`\${process.exit(1)}\\\n\u2028*/</script>\u202e`;

test('console "Copy as Playwright test": hostile names are escaped wherever they occur', () => {
  const parts = { clientId: HOSTILE, username: HOSTILE, realm: HOSTILE };
  const refusal = { code: HOSTILE, description: HOSTILE, reason: HOSTILE, remedy: HOSTILE };
  const query = { redirect_uri: `http://shop.test/${HOSTILE}` };
  const spec = specOf(
    'hostile',
    authorization({ ...parts, query, headers: { referer: `http://shop.test/${HOSTILE}` } }),
    form({
      ...refusedBy(HOSTILE, HOSTILE, { refusal }),
      ...parts,
      form: { username: HOSTILE, password: 'x' },
    }),
    token(HOSTILE, parts),
  );
  specOf(
    'hostile-ciba',
    record('Authentication request (CIBA)', { ...parts, endpoint: 'ciba' }),
    token(CIBA_GRANT, parts),
  );
  const statements = spec.split('\n').filter((line) => !line.trimStart().startsWith('//'));
  // Outside of literals, nothing of the names is left.
  const code = statements.join('\n').replace(/'(?:[^'\\]|\\.)*'/g, "''");
  assert.doesNotMatch(code, /process|script|`|\\/);
  assert.doesNotMatch(spec, /[\u2028\u202e]/);
});

test('console "Copy as Playwright test": flows without anything to repeat or to expect have no spec', () => {
  const admin = { path: '/admin/realms/demo/users', username: 'admin' };
  assert.equal(writeSpec([record('Create user', admin)]), undefined);
  assert.equal(writeSpec([record('Discovery', { endpoint: 'discovery', background: true })]), undefined);
  assert.equal(writeSpec([record('Sign-in page', { outcome: 'asked' })]), undefined);
});

test('console "Copy as Playwright test": no password or token of the recording is in a spec', () => {
  const secret = {
    ...alice,
    form: { client_secret: 'hush', password: 'hush', code: 'hush' },
    json: { access_token: 'hush' },
  };
  assert.doesNotMatch(specOf('secret', authorization(), token('authorization_code', secret)), /hush/);
});

// The last test: specs are compiled together, because the compiler's start takes longest.
test('console "Copy as Playwright test": every spec is valid TypeScript, strict, without unused names', async () => {
  assert.equal(await compileSpecs(SPECS), '');
  const broken = "import { test } from 'understudy/playwright';\ntest(1);";
  assert.match(await compileSpecs({ broken }), /TS2345|TS2769|TS2554/);
});
