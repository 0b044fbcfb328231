import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAgent } from './testing/agent.ts';

const agent = await startAgent();
after(() => agent.server.stop());

interface Listed {
  readonly count: number;
  readonly refusals: readonly {
    readonly exchange: string;
    readonly clientId?: string;
    readonly rule: string;
    readonly section: string;
    readonly remedy: string;
  }[];
}

const OTHER = 'http://127.0.0.1:3000/other';
const WRONG_URI = `/auth?${new URLSearchParams({ client_id: 'web', response_type: 'code', redirect_uri: OTHER, scope: 'openid' })}`;
const WRONG_SECRET = { grant_type: 'client_credentials', client_id: 'till', client_secret: 'a wrong secret' };

await agent.send(WRONG_URI);
await agent.send('/token', WRONG_SECRET);

const list = (query: object = {}): Promise<Listed> =>
  agent.json('list_refusals', { realm: 'shop', ...query });
const uri = (await list({ client: 'web' })).refusals[0] ?? assert.fail('the redirect URI was not refused');
const { exchange } = uri;

const REFUSED: readonly (readonly [string, string, Record<string, unknown>, RegExp])[] = [
  ['list_refusals needs a realm', 'list_refusals', {}, /realm/],
  ['list_refusals refuses an unknown realm', 'list_refusals', { realm: 'x' }, /no realm x/],
  ['list_refusals refuses a limit of 0', 'list_refusals', { realm: 'shop', limit: 0 }, /limit/],
  ['list_refusals refuses a limit above 100', 'list_refusals', { realm: 'shop', limit: 101 }, /limit/],
  [
    'list_refusals refuses an argument that it does not know',
    'list_refusals',
    { realm: 'shop', outcome: 'asked' },
    /[Uu]nrecognized key.*outcome/,
  ],
  [
    'explain_exchange refuses an unknown exchange',
    'explain_exchange',
    { exchange: 'none' },
    /no exchange|not found|cleared/i,
  ],
  [
    'explain_exchange has no way to show secrets',
    'explain_exchange',
    { exchange, reveal: true },
    /[Uu]nrecognized key.*reveal/,
  ],
];

for (const [requirement, tool, args, text] of REFUSED)
  test(requirement, async () => {
    const answered = await agent.call(tool, args);
    assert.equal(answered.isError, true, answered.text);
    assert.match(answered.text, text);
  });

test('list_refusals names rule, section and remedy, newest first', async () => {
  const { count, refusals } = await list();
  assert.equal(count, 2);
  assert.deepEqual(
    refusals.map(({ clientId }) => clientId),
    ['till', 'web'],
  );
  assert.equal(uri.rule, 'check-redirect-uri');
  assert.match(uri.section, /RFC 6749/);
  assert.match(uri.remedy, /redirectUris/);
  assert.equal((await list({ limit: 1 })).refusals.length, 1);
  assert.deepEqual(await list({ user: 'ann' }), { count: 0, refusals: [] });
});

test('explain_exchange shows parameters and decisions, and masks secrets', async () => {
  const [secret] = (await list({ client: 'till' })).refusals;
  const { text } = await agent.call('explain_exchange', { exchange: secret?.exchange });
  const { request, decisions } = JSON.parse(text);
  assert.ok(
    request.form.some(
      (one: { name: string; value: string }) => one.name === 'client_secret' && one.value === '••••',
    ),
  );
  assert.ok(decisions.some((one: { outcome: string }) => one.outcome === 'refused'));
  assert.doesNotMatch(text, /a wrong secret|till-secret/);
});

test('list_refusals finds the newest of more refusals than the server lists at once', async () => {
  for (let sent = 0; sent < 1100; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => agent.send('/token', WRONG_SECRET)));
  await agent.send('/token', { ...WRONG_SECRET, client_id: 'newest' });
  const { count, refusals } = await list({ limit: 1 });
  assert.ok(count > 1100, String(count));
  assert.equal(refusals.length, 1);
  const { text } = await agent.call('explain_exchange', { exchange: refusals[0]?.exchange });
  assert.match(text, /newest/);
});
