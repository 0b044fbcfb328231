import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ASSERTION_TYPE } from './presented-credentials.ts';
import { basic, SECRET, signAssertion, withClientAuthentication } from './testing/realm.ts';

const unsigned = (claims: object): string =>
  ['{"alg":"ES256"}', JSON.stringify(claims), 'x']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

test('RFC 7523 §2.2: an assertion without a type, with another type, or missing answers 400 invalid_client', async () => {
  await withClientAuthentication(async ({ post }) => {
    const describe = async (form: Record<string, string>): Promise<unknown> => {
      const outcome = await post(form);
      assert.deepEqual([outcome.status, outcome.body['error']], [400, 'invalid_client']);
      return outcome.body['error_description'];
    };
    assert.equal(await describe({ client_assertion: 'x' }), 'Parameter client_assertion_type is missing');
    assert.equal(
      await describe({ client_assertion_type: 'x', client_assertion: 'y' }),
      `Parameter client_assertion_type has value 'x' but expected is '${ASSERTION_TYPE}'`,
    );
    assert.equal(
      await describe({ client_assertion_type: ASSERTION_TYPE }),
      'client_assertion parameter missing',
    );
    assert.equal(
      await describe({ client_assertion_type: ASSERTION_TYPE, client_assertion: '' }),
      'client_assertion parameter missing',
    );
  });
});

test('RFC 7523 §3: an invalid JWT, a missing subject or a subject other than client_id answers 400 invalid_client', async () => {
  await withClientAuthentication(async ({ postAssertion }) => {
    const describe = async (assertion: string, form?: Record<string, string>): Promise<unknown> =>
      (await postAssertion(assertion, form)).body['error_description'];
    assert.equal(await describe('not.a.jwt'), 'client_assertion is not a signed JWT');
    assert.equal(await describe(unsigned({})), 'Token sub claim is required');
    assert.equal(await describe(unsigned({ sub: 7 })), 'Token sub claim is required');
    assert.equal(
      await describe(unsigned({ sub: 'signer' }), { client_id: 'web' }),
      'client_id parameter does not match sub claim',
    );
  });
});

test('an assertion with a matching client_id is accepted', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    assert.equal(
      (await postAssertion(await signAssertion(claims('signer')), { client_id: 'signer' })).status,
      200,
    );
  });
});

const WEB = basic('web', encodeURIComponent(SECRET));

for (const form of [
  { client_id: '' },
  { client_secret: '' },
  { client_id: '', client_secret: '' },
  { client_id: '', client_secret: '', client_assertion: '', client_assertion_type: '' },
]) {
  test(`RFC 6749 §3.2: beside the Basic header, ${Object.keys(form).join(', ')} without a value count as omitted`, async () => {
    await withClientAuthentication(async ({ post }) => {
      const { status, body } = await post(form, WEB);
      assert.deepEqual([status, body], [200, { client: 'web', method: 'client_secret_basic' }]);
    });
  });
}

test('RFC 6749 §3.2: an empty client_secret is no credential of a public client, and no secret of a confidential one', async () => {
  await withClientAuthentication(async ({ post }) => {
    assert.deepEqual((await post({ client_id: 'spa', client_secret: '' })).body['method'], 'none');
    const { status, reason } = await post({ client_id: 'web', client_secret: '' });
    assert.deepEqual(
      [status, reason],
      [401, 'Client web is confidential, but the request has no credentials.'],
    );
  });
});

test('RFC 7523 §2.2: beside an assertion, an empty client_id counts as omitted', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    const { status } = await postAssertion(await signAssertion(claims('signer')), { client_id: '' });
    assert.equal(status, 200);
  });
});

for (const [why, authorization, reason] of [
  ['of another scheme', 'Bearer abc', /^The scheme of the header Authorization is not Basic/],
  ['without a scheme', 'mysecret', /^The scheme of the header Authorization is not Basic/],
  ['without credentials', 'Basic', /is not well-formed Basic/],
  ['that is not Base64', 'Basic %%%', /is not well-formed Basic/],
  ['without a colon', `Basic ${Buffer.from('web').toString('base64')}`, /is not well-formed Basic/],
  [
    'with an empty client id',
    basic('', 'x')['authorization'] ?? '',
    /^The client id in the header Authorization is empty/,
  ],
  [
    'with nothing but the colon',
    basic('', '')['authorization'] ?? '',
    /^The client id in the header Authorization is empty/,
  ],
] as const) {
  test(`bad input: a header Authorization ${why} is described as what it is, without its content`, async () => {
    await withClientAuthentication(async ({ post }) => {
      const outcome = await post({ client_id: '' }, { authorization });
      assert.equal(outcome.status, 401);
      assert.match(outcome.reason ?? '', reason);
      assert.doesNotMatch(outcome.reason ?? '', /mysecret|abc/);
    });
  });
}
