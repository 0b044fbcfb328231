import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import { signJws } from '#protocol/crypto/jws.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { MASK } from '#protocol/http/masking.ts';
import { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import type { WriteOptions } from '#protocol/http/reply-writer.ts';
import { describeExchange } from './describe-exchange.ts';

interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly reply?: Reply;
  readonly written?: WriteOptions;
}

const FORM = ['content-type', 'application/x-www-form-urlencoded'] as const;
const JSON_HEADERS = { 'content-type': 'application/json' };

function describe(sent: Sent, reveal = false): ActivityRecord {
  const {
    method = 'POST',
    target = '/token',
    headers = [],
    body = '',
    reply = { status: 200 },
    written,
  } = sent;
  const facts = {
    method,
    target,
    rawHeaders: ['Host', 'localhost:8080', ...headers],
    remoteAddress: '',
    secure: false,
  };
  const recorded = new RecordedExchange('id1', facts, 0, 0);
  recorded.keepRequestBody(body);
  recorded.keepReply(reply);
  recorded.written = written;
  return describeExchange(recorded, reveal);
}

async function token(claims: object): Promise<string> {
  return signJws({ kid: 'k', algorithm: 'HS256', key: createSecretKey('x'.repeat(32), 'utf8') }, claims);
}

test('a form is shown field by field, with secrets masked until revealed', () => {
  const sent = { headers: FORM, body: 'grant_type=password&password=p%20w&username=alice' };
  assert.deepEqual(describe(sent).request.form, [
    { name: 'grant_type', value: 'password' },
    { name: 'password', value: MASK, secret: true },
    { name: 'username', value: 'alice' },
  ]);
  assert.equal(describe(sent, true).request.form[1]?.value, 'p w');
});

test('a JWT is shown decoded, without its text and signature', async () => {
  const jwt = await token({ sub: 'alice', state_checker: 'hidden' });
  const record = describe({
    headers: ['authorization', `Bearer ${jwt}`],
    reply: { status: 200, headers: JSON_HEADERS, body: JSON.stringify({ access_token: jwt }) },
  });
  assert.deepEqual(record.request.tokens, [
    {
      name: 'authorization',
      header: { alg: 'HS256', typ: 'JWT', kid: 'k' },
      claims: { sub: 'alice', state_checker: MASK },
    },
  ]);
  assert.equal(record.response.tokens[0]?.name, 'access_token');
  assert.deepEqual(record.response.json, { access_token: MASK });
  assert.ok(!JSON.stringify(record).includes(jwt));
  assert.ok(!JSON.stringify(record).includes(jwt.split('.')[2] ?? jwt));
});

test('a redirect is decoded into its parameters, including those of the fragment', () => {
  const location = 'http://app/cb?state=s&code=secret-code#id_token=secret-token';
  const record = describe({ reply: { status: 302, headers: { location } } });
  assert.deepEqual(record.response.location, {
    by: 'redirect',
    url: `http://app/cb?state=s&code=${MASK}#id_token=${MASK}`,
    parameters: [
      { name: 'state', value: 's' },
      { name: 'code', value: MASK, secret: true },
      { name: 'id_token', value: MASK, secret: true },
    ],
  });
  assert.ok(!JSON.stringify(record).includes('secret-'));
});

test('OAuth 2.0 Form Post Response Mode §2: a page that posts a form shows where and which fields, with secrets masked', async () => {
  const fields = [
    ['state', 's'],
    ['code', 'secret-code'],
    ['id_token', await token({ sub: 'alice' })],
  ] as const;
  const texts = { locale: 'en', direction: 'ltr', title: 'Form', hint: '', button: '' } as const;
  const postedForm = { texts, action: 'http://app/cb', fields };
  const reply = { status: 200, body: '<form>', postedForm };
  const { location, tokens } = describe({ reply }).response;
  assert.deepEqual(location, {
    by: 'form',
    url: 'http://app/cb',
    parameters: [
      { name: 'state', value: 's' },
      { name: 'code', value: MASK, secret: true },
      { name: 'id_token', value: MASK, secret: true },
    ],
  });
  assert.deepEqual(tokens[0]?.claims, { sub: 'alice' });
});

test('security headers that the server adds to its replies are shown, and none of a reply that it received', () => {
  const namesOf = (sent: Sent): readonly string[] => describe(sent).response.headers.map(({ name }) => name);
  const reply = { status: 200, headers: { 'x-frame-options': 'DENY', 'cache-control': '' } };
  const written = { withoutBody: false, closeConnection: false, strictTransport: true };
  assert.deepEqual(namesOf({ reply }), ['x-frame-options']);
  assert.deepEqual(namesOf({ reply, written }).toSorted(), [
    'referrer-policy',
    'strict-transport-security',
    'x-content-type-options',
    'x-frame-options',
    'x-robots-tag',
  ]);
});

test('a page without a posted form leads nowhere', () => {
  assert.equal(describe({ reply: { status: 200, body: '<p>' } }).response.location, undefined);
});

test('cookies are shown by name in both directions', () => {
  const record = describe({
    headers: ['Cookie', 'A=one; B=two'],
    reply: { status: 200, headers: { 'set-cookie': ['C=three; Path=/'] } },
  });
  assert.deepEqual(
    record.request.cookies.map((cookie) => cookie.name),
    ['A', 'B'],
  );
  assert.deepEqual(record.response.cookies, [{ name: 'C', value: MASK, secret: true }]);
  assert.doesNotMatch(JSON.stringify(record), /one|two|three/);
});

test('only the length is shown of a body that was rejected or is too long', () => {
  assert.equal(describe({ body: '{"password":"x"' }).request.json, '(15 characters that are not JSON)');
  assert.equal(describe({ body: `"${'x'.repeat(70_000)}"` }).request.json, '(70002 characters, not kept)');
});

test('the curl command is masked like everything else, and complete when revealed', () => {
  const sent = {
    target: '/token?code=abc',
    headers: [...FORM, 'authorization', 'Basic c2VjcmV0'],
    body: 'client_secret=hush&scope=openid',
  };
  const masked = describe(sent).curl;
  assert.doesNotMatch(masked, /hush|c2VjcmV0|abc/);
  const revealed = describe(sent, true).curl;
  for (const part of [
    "'http://localhost:8080/token?code=abc'",
    'client_secret=hush',
    'Basic c2VjcmV0',
    'scope=openid',
  ])
    assert.ok(revealed.includes(part), part);
});

test('JSON bodies are masked in the curl command, too', () => {
  const body = JSON.stringify({ username: 'u', credentials: [{ type: 'password', value: 'hush' }] });
  const record = describe({ headers: ['content-type', 'application/json'], body });
  assert.doesNotMatch(JSON.stringify(record), /hush/);
  assert.match(record.curl, /--data-raw/);
});

test('viewing an exchange never fails, whatever was sent', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(
      fc.record({ target: anything, body: anything, headers: fc.array(anything, { maxLength: 6 }) }),
      fc.boolean(),
      (sent, isForm) => {
        describe({ ...sent, headers: isForm ? [...FORM, ...sent.headers] : sent.headers });
      },
    ),
  );
});

test('SAML Bindings §3: XML messages are shown with the request or response that carried them', () => {
  const recorded = new RecordedExchange(
    'id1',
    {
      method: 'POST',
      target: '/saml',
      rawHeaders: ['content-type', 'text/xml; charset=utf-8'],
      remoteAddress: '',
      secure: false,
    },
    0,
    0,
  );
  recorded.keepRequestBody('<a/>');
  recorded.document('request', 'body', '<a><b/></a>');
  recorded.document('response', 'SAMLResponse', '<c/>');
  const location = 'http://sp.test/acs?SAMLResponse=x&SigAlg=urn%3Ax&Signature=y';
  recorded.keepReply({ status: 302, headers: { location } });
  const { request, response } = describeExchange(recorded, false);
  assert.equal(request.json, undefined);
  assert.deepEqual(
    request.documents.map(({ name, xml }) => [name, xml]),
    [['body', '<a>\n  <b/>\n</a>']],
  );
  assert.equal(response.documents[0]?.xml, '<c/>');
  assert.equal(response.documents[0]?.explanations[0]?.title, 'Signature of the query');
  assert.equal(response.location?.parameters.find(({ name }) => name === 'Signature')?.value, MASK);
});
