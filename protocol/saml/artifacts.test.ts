import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createArtifact, createArtifacts, parseArtifact, sourceIdOf } from './artifacts.ts';

const PLACE = {
  realmId: 'r',
  recipient: 'c',
  issuer: 'http://idp.test/realms/r',
  expiresAt: 60_000,
  now: 0,
};
const FROM = { realmId: 'r', recipient: 'c', now: 1 };

test('SAML Bindings §3.6.4.2: an artifact is 44 bytes: type 4, index 0, SHA-1 of the entity identifier, a handle', () => {
  const bytes = Buffer.from(createArtifact('http://idp.test'), 'base64');
  assert.equal(bytes.length, 44);
  assert.equal(bytes.readUInt32BE(0), 0x00_04_00_00);
  assert.equal(bytes.subarray(4, 24).toString('base64'), sourceIdOf('http://idp.test'));
  assert.notEqual(createArtifact('http://idp.test'), createArtifact('http://idp.test'));
});

test('SAML Bindings §3.6.4.2: an artifact is parsed; line breaks in it are ignored', () => {
  const artifact = createArtifact('http://sp.test');
  const expected = { endpointIndex: 0, sourceId: sourceIdOf('http://sp.test') };
  assert.deepEqual(parseArtifact(artifact), expected);
  assert.deepEqual(parseArtifact(`${artifact.slice(0, 20)}\r\n${artifact.slice(20)}`), expected);
});

for (const [why, text] of [
  ['empty', ''],
  ['not base64', '<artifact>'],
  ['too short', Buffer.alloc(43, 4).toString('base64')],
  ['too long', Buffer.alloc(45, 4).toString('base64')],
  ['of type 1', Buffer.concat([Buffer.from([0, 1, 0, 0]), Buffer.alloc(40)]).toString('base64')],
  ['followed by other text', `${createArtifact('x')}!`],
] as const) {
  test(`SAML Bindings §3.6.4: text that is ${why} is not an artifact`, () =>
    assert.equal(parseArtifact(text), undefined));
}

test('SAML Core §3.5.3: a message is delivered once', async () => {
  const artifacts = createArtifacts(createMemoryStore());
  const artifact = await artifacts.keep('<a/>', PLACE);
  assert.deepEqual(await artifacts.take(artifact, FROM), { state: 'found', xml: '<a/>' });
  assert.deepEqual(await artifacts.take(artifact, FROM), { state: 'used' });
});

for (const [why, from, state] of [
  ['by another client', { ...FROM, recipient: 'd' }, 'foreign'],
  ['in another realm', { ...FROM, realmId: 's' }, 'unknown'],
] as const) {
  test(`SAML Bindings §3.6.5: a request ${why} gets nothing and does not consume the artifact`, async () => {
    const artifacts = createArtifacts(createMemoryStore());
    const artifact = await artifacts.keep('<a/>', PLACE);
    assert.deepEqual(await artifacts.take(artifact, from), { state });
    assert.equal((await artifacts.take(artifact, FROM)).state, 'found');
  });
}

test('SAML Core §3.5.3: an expired artifact gets nothing', async () => {
  const artifacts = createArtifacts(createMemoryStore());
  const artifact = await artifacts.keep('<a/>', PLACE);
  assert.deepEqual(await artifacts.take(artifact, { ...FROM, now: 60_001 }), { state: 'unknown' });
});

test('an artifact that was never issued is unknown', async () => {
  assert.deepEqual(await createArtifacts(createMemoryStore()).take(createArtifact('x'), FROM), {
    state: 'unknown',
  });
});
