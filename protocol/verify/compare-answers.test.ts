import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { otherRealm, recordedRealm } from './addresses.ts';
import type { Answer, Delivery } from './answer.ts';
import { createArtifacts } from './artifacts.ts';
import { compareAnswers } from './compare-answers.ts';
import type { Difference } from './difference.ts';

const THERE = 'https://sso.example.com/realms/test';

interface Parts extends Partial<Omit<Answer, 'headers' | 'delivery'>> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly delivery?: Delivery;
}

function answer({ headers = {}, delivery, ...parts }: Parts): Answer {
  return {
    status: 200,
    setCookies: [],
    json: undefined,
    isBodyKnown: true,
    isPage: false,
    title: undefined,
    message: undefined,
    ...parts,
    headers: new Map(Object.entries(headers)),
    delivery,
  };
}

function compare(here: Parts, there: Parts): readonly Difference[] {
  return compareAnswers(answer(here), answer(there), {
    here: recordedRealm('http://localhost:8080/realms/shop'),
    there: otherRealm(THERE, THERE),
    artifacts: createArtifacts(),
    elapsedSeconds: 0,
  });
}

function names(here: Parts, there: Parts): readonly string[] {
  return compare(here, there).map(({ kind, name }) => `${kind} ${name}`.trim());
}

function header(name: string, here: string, there: string): readonly string[] {
  return names({ headers: { [name]: here } }, { headers: { [name]: there } });
}

function cookies(here: readonly string[], there: readonly string[]): readonly Difference[] {
  return compare({ setCookies: here }, { setCookies: there });
}

function delivered(parameters: Readonly<Record<string, string>>, parts: Partial<Delivery> = {}): Parts {
  return {
    delivery: {
      url: 'https://app/cb',
      by: 'query',
      parameters: new Map(Object.entries(parameters)),
      ...parts,
    },
  };
}

function saml(xml: string): string {
  return Buffer.from(xml).toString('base64');
}

test('contract "verify": another status is reported with what the error says, and hides the rest', () => {
  assert.deepEqual(
    compare(
      {
        status: 400,
        json: { error: 'a', error_description: 'x' },
        headers: { allow: 'GET' },
        setCookies: ['a=1'],
      },
      { status: 401, json: { error: 'b', error_description: 'x', more: 1 } },
    ),
    [
      { kind: 'status', name: '', here: '400', there: '401' },
      { kind: 'error', name: 'error', here: 'a', there: 'b' },
    ],
  );
});

test('contract "verify": an error of odd JSON is none', () => {
  for (const json of [null, 'error', [{ error: 'x' }], 5, { error: { a: 1 } }, { error: null }])
    assert.deepEqual(names({ status: 400, json }, { status: 401 }), ['status']);
});

test('contract "verify": an error that names the address of the realm is the same on both servers', () => {
  const json = (url: string): unknown => ({ error: 'x', error_description: `audience must be ${url}.` });
  const [here, there] = [json('http://127.0.0.1/realms/shop'), json(THERE)];
  assert.deepEqual(names({ status: 400, json: here }, { status: 401, json: there }), ['status']);
  assert.deepEqual(names({ json: here }, { json: there }), []);
});

test('contract "verify": headers that applications act on are compared, others are not', () => {
  assert.deepEqual(
    compare(
      { headers: { 'access-control-allow-origin': 'https://app', date: 'a' } },
      { headers: { server: 'b' } },
    ),
    [{ kind: 'header', name: 'access-control-allow-origin', here: 'https://app', there: undefined }],
  );
  assert.deepEqual(header('x-frame-options', 'DENY', 'SAMEORIGIN'), ['header x-frame-options']);
  assert.deepEqual(header('access-control-allow-origin', 'https://App', 'https://app'), [
    'header access-control-allow-origin',
  ]);
});

test('RFC 9110 §5.6.1: the order, case and blanks of lists mean nothing', () => {
  assert.deepEqual(
    header('cache-control', 'no-store, must-revalidate,max-age=0', 'max-age=0,No-Store, must-revalidate'),
    [],
  );
  assert.deepEqual(header('allow', 'GET, POST', 'POST,GET'), []);
  assert.deepEqual(
    header('content-type', 'application/json;charset=UTF-8', 'Application/JSON; charset=utf-8'),
    [],
  );
  assert.deepEqual(header('cache-control', 'no-store', 'no-store, no-cache'), ['header cache-control']);
  assert.deepEqual(header('content-type', 'application/json', 'text/html'), ['header content-type']);
});

test('CSP §2.2.1: the order of directives and a last semicolon mean nothing', () => {
  const name = 'content-security-policy';
  assert.deepEqual(
    header(name, "frame-src 'self'; object-src  'none';", "object-src 'none'; frame-src 'self'"),
    [],
  );
  assert.deepEqual(header(name, "frame-src 'self'", "frame-src 'none'"), [`header ${name}`]);
});

test('RFC 9110 §11.5: a challenge may name either realm, but no third one', () => {
  const name = 'www-authenticate';
  assert.deepEqual(header(name, 'Bearer realm="shop", error="x"', 'Bearer realm="test", error="x"'), []);
  assert.deepEqual(header(name, 'Bearer realm="shop"', 'Bearer realm="master"'), [`header ${name}`]);
  assert.deepEqual(header(name, 'Bearer realm="shop", error="a"', 'Bearer realm="test", error="b"'), [
    `header ${name}`,
  ]);
});

test('RFC 6265 §4.1: cookies are compared by name and attributes, never by value', () => {
  assert.deepEqual(
    cookies(
      ['A=hidden-1; Path=/x; HttpOnly; SameSite=None; Secure'],
      ['A=hidden-2; Path=/y; secure; HttpOnly; samesite=none'],
    ),
    [],
  );
  assert.deepEqual(
    cookies(['A=hidden-1; HttpOnly; SameSite=Lax; Max-Age=60'], ['A=hidden-2', 'B=hidden-3']),
    [
      {
        kind: 'cookie',
        name: 'A',
        here: 'persistent; HttpOnly; SameSite=lax',
        there: 'session; SameSite=unset',
      },
      { kind: 'cookie', name: 'B', here: undefined, there: 'session; SameSite=unset' },
    ],
  );
});

test('RFC 6265 §3.1: deleted cookies are left out, however they are deleted', () => {
  for (const deletion of [
    'A=; Path=/',
    'A=x; Max-Age=0',
    'A=x; Max-Age=-1',
    'A=x; Expires=Thu, 01 Jan 1970 00:00:10 GMT',
  ])
    for (const before of [[], ['A=1']]) assert.deepEqual(cookies([...before, deletion], []), [], deletion);
});

test('RFC 6265 §4.1.2.2: Max-Age precedes Expires', () => {
  const text = 'A=x; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:10 GMT';
  assert.deepEqual(cookies([text], ['A=y; Max-Age=5']), []);
});

test('contract "verify": a cookie that cannot be read is left out', () => {
  assert.deepEqual(cookies(['', ';', '=x', '\u0000'], []), []);
});

test('RFC 6749 §4.1.2: where a redirect leads, how, and its parameters are compared', () => {
  assert.deepEqual(
    compare(
      delivered({ state: '1', code: 'a' }),
      delivered({ state: '2', code: 'b' }, { url: 'https://app/other', by: 'fragment' }),
    ),
    [
      { kind: 'redirect', name: 'to', here: 'https://app/cb (query)', there: 'https://app/other (fragment)' },
      { kind: 'member', name: 'parameter › state', here: '1', there: '2' },
    ],
  );
  assert.deepEqual(compare(delivered({ code: 'hidden' }), {}), [
    { kind: 'redirect', name: 'to', here: 'https://app/cb (query)', there: undefined },
  ]);
  assert.deepEqual(names(delivered({ error: 'a' }), delivered({ error: 'b' })), ['error parameter › error']);
});

test('RFC 6749 §3.1: a parameter that one server sends twice is a difference, without its value', () => {
  const [difference] = compare(
    delivered({ code: 'hidden' }),
    delivered({ code: 'hidden', 'code (repeated)': '2 times' }),
  );
  assert.deepEqual(difference, {
    kind: 'member',
    name: 'parameter › code (repeated)',
    here: undefined,
    there: '2 times',
  });
});

test('contract "verify": redirects within the realm and its parameters name either server', () => {
  const to = (base: string): Parts =>
    delivered({ iss: base, session_code: base, tab_id: base }, { url: `${base}/account` });
  assert.deepEqual(names(to('http://localhost:8080/realms/shop'), to(THERE)), []);
});

test('SAML Bindings §3.5: messages are compared by what they say, as their own kind', () => {
  const response = (destination: string): string =>
    saml(`<Response ID="${Math.random()}" Destination="${destination}"/>`);
  assert.deepEqual(
    names(
      delivered({ SAMLResponse: response('https://app') }),
      delivered({ SAMLResponse: response('https://app') }),
    ),
    [],
  );
  assert.deepEqual(
    compare(
      delivered({ SAMLResponse: response('https://app') }),
      delivered({ SAMLResponse: response('https://x') }),
    ),
    [{ kind: 'saml', name: 'SAMLResponse › destination', here: 'https://app', there: 'https://x' }],
  );
});

test('SAML Bindings §3.5: a message that cannot be read or is missing is reported, without its content', () => {
  const name = saml('<Response><Hidden/></Response>');
  assert.deepEqual(compare(delivered({ SAMLRequest: name }), delivered({})), [
    { kind: 'saml', name: 'SAMLRequest', here: 'present', there: undefined },
  ]);
  assert.deepEqual(names(delivered({ SAMLRequest: name }), delivered({ SAMLRequest: '%%' })), [
    'saml SAMLRequest › message',
  ]);
  assert.deepEqual(names(delivered({ SAMLRequest: '??' }), delivered({ SAMLRequest: saml('<broken') })), []);
});

test('SAML Bindings §3.4.4.1: of a signed redirect the algorithm is compared, not the signature', () => {
  assert.deepEqual(
    names(delivered({ Signature: 'a', SigAlg: 'x' }), delivered({ Signature: 'b', SigAlg: 'x' })),
    [],
  );
  assert.deepEqual(names(delivered({ Signature: 'a', SigAlg: 'x' }), delivered({})), [
    'member parameter › SigAlg',
  ]);
});

test('contract "verify": pages are compared by the error that they show', () => {
  const page = (message?: string): Parts => ({ isPage: true, message });
  assert.deepEqual(compare(page('Invalid user'), page()), [
    { kind: 'page', name: 'message', here: 'Invalid user', there: undefined },
  ]);
  assert.deepEqual(names(page('See http://localhost/realms/shop'), page(`See ${THERE}`)), []);
  assert.deepEqual(compare(page(), { json: undefined }), [
    { kind: 'page', name: '', here: 'a page', there: undefined },
  ]);
  assert.deepEqual(compare({}, page('Gone'))[0]?.there, 'Gone');
});

test('contract "verify": a redirect instead of a page is reported with both', () => {
  assert.deepEqual(names({ isPage: true }, delivered({})), ['redirect to', 'page']);
});

test('contract "verify": a body that is not known is not compared', () => {
  const unknown = { isBodyKnown: false, isPage: true, message: 'x' };
  assert.deepEqual(names(unknown, { json: { a: 1 } }), []);
  assert.deepEqual(names({ ...unknown, status: 400 }, { json: { error: 'a' }, status: 401 }), ['status']);
});

test('contract "verify": a body in place of none is reported without its content', () => {
  const json = { access_token: 'hidden', expires_in: 5 };
  assert.deepEqual(compare({}, { json }), [{ kind: 'body', name: '', here: undefined, there: 'JSON' }]);
  assert.deepEqual(compare({ json }, {}), [{ kind: 'body', name: '', here: 'JSON', there: undefined }]);
});

test('contract "verify": any answer compared with itself has no differences', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('A=1; Max-Age=-5', 'realm="\\', 'a;b,,', '%'));
  const headers = fc.dictionary(
    fc.constantFrom('www-authenticate', 'cache-control', 'content-type', 'content-security-policy', 'x'),
    text,
  );
  const delivery = fc.dictionary(
    fc.oneof(fc.constantFrom('SAMLResponse', 'code', 'response', '__proto__'), text),
    text,
  );
  fc.assert(
    fc.property(headers, fc.array(text), fc.jsonValue(), delivery, (all, setCookies, value, parameters) => {
      const json: unknown = JSON.parse(JSON.stringify(value));
      const parts: Parts = { headers: all, setCookies, json, ...delivered(parameters) };
      // Seen by a client that calls the recorded server itself.
      const realm = recordedRealm('http://localhost:8080/realms/shop');
      const comparison = { here: realm, there: realm, artifacts: createArtifacts(), elapsedSeconds: 0 };
      assert.deepEqual(compareAnswers(answer(parts), answer(parts), comparison), []);
    }),
  );
});
