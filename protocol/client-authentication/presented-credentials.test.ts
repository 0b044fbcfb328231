import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ASSERTION_TYPE } from './presented-credentials.ts';
import { signAssertion, withClientAuthentication } from './testing/realm.ts';

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
