import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import { MASK } from '#protocol/http/masking.ts';
import { otherRealm, recordedRealm } from './addresses.ts';
import { type Artifacts, createArtifacts } from './artifacts.ts';
import type { Credentials } from './credentials.ts';
import { createPresentation, MissingArtifact, type Pairs, type Presentation } from './presentation.ts';
import { readSamlParameter, writeSamlParameter } from './saml-message.ts';
import { createRecord, type RecordParts } from './testing/activity-record.ts';

const HERE = 'http://localhost:8080/realms/shop';
const THERE = 'https://sso.example.com/auth/realms/shop';
const CREDENTIALS: Credentials = {
  clients: new Map([
    ['web', 'new-secret'],
    ['a b', 'p q&ü'],
  ]),
  users: new Map([
    ['alice', 'new-password'],
    ['web-user', 'x:y'],
  ]),
};

const KEPT_PASSWORD =
  'another server on the same database keeps its password to itself; give the password of bob with --credentials';

function present(artifacts: Artifacts = createArtifacts()): Presentation {
  return createPresentation({
    here: recordedRealm(HERE),
    there: otherRealm(THERE, THERE),
    artifacts,
    credentials: CREDENTIALS,
  });
}

function paired(...pairs: readonly (readonly [string, string])[]): Artifacts {
  const artifacts = createArtifacts();
  for (const [here, there] of pairs) artifacts.pair(here, there);
  return artifacts;
}

function sent(form: Pairs, parts: RecordParts = {}, artifacts?: Artifacts): Pairs {
  const values = form.map(([name, value]) => ({ name, value }));
  return present(artifacts).parameters(values, createRecord(parts));
}

function sentValue(
  name: string,
  value: string,
  parts?: RecordParts,
  artifacts?: Artifacts,
): string | undefined {
  return sent([[name, value]], parts, artifacts)[0]?.[1];
}

function refusedWith(code: string, status: number): Partial<ActivityRecord> {
  return { status, outcome: 'refused', refusal: { code, description: '', reason: '' } };
}

function authorization(header: string, parts: RecordParts = {}, artifacts?: Artifacts): string | undefined {
  return present(artifacts).authorization(createRecord({ ...parts, headers: [['authorization', header]] }));
}

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

test('contract "verify": a code or token is replaced by what the other server issued in its place', () => {
  const artifacts = paired(['c1', 'd1']);
  for (const name of [
    'code',
    'refresh_token',
    'token',
    'subject_token',
    'id_token_hint',
    'actor_token',
    'device_code',
  ])
    assert.equal(sentValue(name, 'c1', {}, artifacts), 'd1', name);
});

test('contract "verify": a code that the other server did not issue, or from before the recording, cannot be sent', () => {
  const artifacts = createArtifacts();
  artifacts.note('c1');
  assert.throws(
    () => sentValue('code', 'c1', {}, artifacts),
    new MissingArtifact('needs a code that the other server did not issue'),
  );
  assert.throws(
    () => sentValue('code', 'c2', {}, artifacts),
    new MissingArtifact('needs a code from before the recording began'),
  );
  assert.throws(() => sentValue('code', 'c1', { outcome: 'refused' }, artifacts), MissingArtifact);
});

test('RFC 6749 §5.2: a made-up code or token that was refused is sent as it is', () => {
  for (const outcome of ['refused', 'failed'] as const)
    assert.equal(sentValue('code', 'made-up', { outcome }), 'made-up');
  assert.equal(sentValue('token', 'made-up', { answer: { json: { active: false } } }), 'made-up');
  assert.equal(sentValue('code', ''), '');
  assert.throws(() => sentValue('token', 'unknown', { answer: { json: { active: true } } }), MissingArtifact);
});

test('contract "verify": a missing artifact is named without its value', () => {
  assert.throws(
    () => sentValue('refresh_token', 'hidden'),
    (error) => error instanceof MissingArtifact && !error.message.includes('hidden'),
  );
});

test('RFC 8628 §6.1: a user code is replaced however the user typed it', () => {
  const artifacts = paired(['ABCD-EFGH', 'WXYZ-1234']);
  for (const typed of ['ABCD-EFGH', 'abcd-efgh', 'abcdefgh', ' abcd efgh ']) {
    assert.equal(sentValue('user_code', typed, {}, artifacts), 'WXYZ-1234', typed);
    const record = createRecord({ method: 'POST' });
    assert.deepEqual(present(artifacts).typed([['device_user_code', typed]], record), [
      ['device_user_code', 'WXYZ-1234'],
    ]);
  }
  assert.equal(sentValue('user_code', 'AAAA-BBBB', { outcome: 'refused' }, artifacts), 'AAAA-BBBB');
});

test('RFC 6749 §4.1.3: codes are case-sensitive', () => {
  assert.throws(() => sentValue('code', 'abc', {}, paired(['ABC', 'x'])), MissingArtifact);
});

test('contract "verify": an address of the realm becomes that of the other realm, relative ones stay relative', () => {
  assert.equal(
    sentValue('redirect_uri', 'http://127.0.0.1:8080/realms/shop/account?x=1'),
    `${THERE}/account?x=1`,
  );
  assert.equal(sentValue('redirect_uri', '/realms/shop/account'), '/auth/realms/shop/account');
  for (const value of [
    'https://app/cb',
    'http://localhost:8080/realms/shop2',
    'see http://localhost:8080/realms/shop',
    '',
  ])
    assert.equal(sentValue('redirect_uri', value), value);
});

test('contract "verify": parameters stay in their order, repeated ones included', () => {
  const pairs: Pairs = [
    ['scope', 'a'],
    ['x', '1'],
    ['scope', 'b'],
    ['x', '1'],
  ];
  assert.deepEqual(sent(pairs), pairs);
});

test('RFC 6749 §2.3.1: a client presents its secret of the other server', () => {
  assert.deepEqual(
    sent([
      ['client_id', 'web'],
      ['client_secret', 'old'],
    ])[1],
    ['client_secret', 'new-secret'],
  );
  assert.equal(sentValue('client_secret', 'old', { clientId: 'web' }), 'new-secret');
  assert.equal(sentValue('client_secret', 'old', { clientId: 'unknown' }), 'old');
});

test('RFC 6749 §5.2: a wrong client secret stays wrong; with a right one the other secret is sent', () => {
  const client = { clientId: 'web' };
  assert.equal(
    sentValue('client_secret', 'wrong', { ...client, ...refusedWith('invalid_client', 401) }),
    'wrong',
  );
  assert.equal(
    sentValue('client_secret', 'wrong', { ...client, ...refusedWith('unauthorized_client', 401) }),
    'wrong',
  );
  assert.equal(
    sentValue('client_secret', 'old', { ...client, ...refusedWith('invalid_grant', 400) }),
    'new-secret',
  );
  assert.equal(
    sentValue('client_secret', 'old', { ...client, ...refusedWith('invalid_grant', 401) }),
    'new-secret',
  );
});

test('contract "verify": a user signs in with the password of the other server; a wrong password stays wrong', () => {
  assert.deepEqual(
    sent([
      ['username', 'alice'],
      ['password', 'old'],
    ])[1],
    ['password', 'new-password'],
  );
  assert.equal(sentValue('password', 'old', { username: 'alice' }), 'new-password');
  assert.equal(sentValue('password', 'old', { username: 'bob' }), 'old');
  for (const code of ['invalid_grant', 'access_denied'])
    assert.equal(sentValue('password', 'wrong', { username: 'alice', ...refusedWith(code, 200) }), 'wrong');
  assert.equal(sentValue('password', 'wrong', { username: 'alice', outcome: 'refused' }), 'wrong');
  assert.equal(
    sentValue('password', 'old', { username: 'alice', ...refusedWith('invalid_scope', 400) }),
    'new-password',
  );
});

test('contract "verify": a password that another server keeps to itself is not sent as dots, unless --credentials has it', () => {
  const masked = [
    ['username', 'bob'],
    ['password', MASK],
  ] as const;
  assert.throws(() => sent(masked), new MissingArtifact(KEPT_PASSWORD));
  assert.throws(() => present().typed(masked, createRecord()), new MissingArtifact(KEPT_PASSWORD));
  assert.throws(
    () => sent([['password-new', MASK]]),
    new MissingArtifact('another server on the same database keeps its password-new to itself'),
  );
  const alice = [['username', 'alice'], masked[1]] as const;
  assert.deepEqual(sent(alice).at(-1), ['password', 'new-password']);
  // Whatever it was, it was wrong.
  assert.deepEqual(sent(masked, refusedWith('invalid_grant', 401)), masked);
});

test('RFC 7617 §2: Basic credentials that another server keeps to itself are not sent as dots', () => {
  const kept = new MissingArtifact(
    'another server on the same database keeps its Basic credentials to itself',
  );
  assert.throws(() => authorization(`Basic ${MASK}`), kept);
  assert.throws(() => authorization(`Basic ${MASK}`, refusedWith('invalid_client', 401)), kept);
});

test('RFC 6749 §2.3.1: the secret in a Basic header is form-encoded; that of a user is not (RFC 7617 §2)', () => {
  assert.equal(authorization(basic('web:old')), basic('web:new-secret'));
  assert.equal(authorization(basic('a+b:old')), basic('a+b:p%20q%26%C3%BC'));
  assert.equal(authorization(basic('a%20b:old')), basic('a%20b:p%20q%26%C3%BC'));
  assert.equal(authorization(basic('web-user:old')), basic('web-user:x:y'));
});

test('RFC 7617 §2: Basic credentials that are unknown, wrong or unreadable stay as they are', () => {
  for (const header of [basic('other:old'), basic('no colon'), 'Basic ???', 'basic', ''])
    assert.equal(authorization(header, refusedWith('invalid_client', 401)), header);
  assert.equal(authorization(basic('web:wrong'), refusedWith('invalid_client', 401)), basic('web:wrong'));
  assert.equal(authorization(basic('other:old')), basic('other:old'));
});

test('RFC 6750 §2.1: a bearer token is replaced; a wrong one that was refused is not', () => {
  const artifacts = paired(['t1', 'u1']);
  assert.equal(authorization('Bearer t1', {}, artifacts), 'Bearer u1');
  assert.equal(authorization('bearer  t1', {}, artifacts), 'bearer u1');
  assert.equal(authorization('Bearer bad', refusedWith('invalid_token', 401), artifacts), 'Bearer bad');
  assert.throws(
    () => authorization('Bearer t2', {}, artifacts),
    new MissingArtifact('needs a token from before the recording began'),
  );
  assert.equal(present().authorization(createRecord()), undefined);
});

test('SAML Core §3.2.1: an unsigned request is readdressed in its encoding', () => {
  for (const isDeflated of [true, false]) {
    const value = writeSamlParameter({ xml: `<a Destination="${HERE}/protocol/saml"/>`, isDeflated });
    assert.deepEqual(readSamlParameter(sentValue('SAMLRequest', value) ?? ''), {
      xml: `<a Destination="${THERE}/protocol/saml"/>`,
      isDeflated,
    });
  }
});

test('SAML Core §5: a signed request for this address cannot be readdressed', () => {
  const signed = `<a Destination="${HERE}"><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/></a>`;
  const embedded = writeSamlParameter({ xml: signed, isDeflated: false });
  const plain = writeSamlParameter({ xml: `<a Destination="${HERE}"/>`, isDeflated: true });
  const expected = new MissingArtifact(
    'contains a SAMLRequest that the application signed for this address only',
  );
  assert.throws(() => sentValue('SAMLRequest', embedded), expected);
  assert.throws(
    () =>
      sent([
        ['SAMLRequest', plain],
        ['SigAlg', 'x'],
        ['Signature', 'y'],
      ]),
    expected,
  );
});

test('contract "verify": a SAML message that names no address, or is none, is sent as it is', () => {
  for (const value of ['', '%%', 'AAAA', writeSamlParameter({ xml: '<a ID="1"/>', isDeflated: true })])
    assert.deepEqual(
      sent([
        ['SAMLRequest', value],
        ['Signature', 'y'],
      ])[0],
      ['SAMLRequest', value],
    );
});
