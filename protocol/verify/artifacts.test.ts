import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createArtifacts, isIssued } from './artifacts.ts';

test('contract "verify": codes, tokens and their references are issued by a server', () => {
  for (const name of [
    'code',
    'access_token',
    'refresh_token',
    'id_token',
    'device_code',
    'auth_req_id',
    'request_uri',
    'SAMLart',
  ])
    assert.equal(isIssued(name), true, name);
});

test('contract "verify": what the application chooses is not issued', () => {
  for (const name of [
    'state',
    'nonce',
    'client_id',
    'client_secret',
    'code_verifier',
    'RelayState',
    'CODE',
    '',
    'constructor',
    '__proto__',
  ])
    assert.equal(isIssued(name), false, name);
});

test('contract "verify": what was never issued is not known and has no counterpart', () => {
  const artifacts = createArtifacts();
  assert.equal(artifacts.isKnown('a'), false);
  assert.equal(artifacts.find('a'), undefined);
});

test('contract "verify": what the recorded server alone issued is known, without a counterpart', () => {
  const artifacts = createArtifacts();
  artifacts.note('a');
  assert.equal(artifacts.isKnown('a'), true);
  assert.equal(artifacts.find('a'), undefined);
});

test('contract "verify": the counterpart is what the other server issued last in its place', () => {
  const artifacts = createArtifacts();
  artifacts.pair('a', 'x');
  assert.equal(artifacts.find('a'), 'x');
  artifacts.pair('a', 'y');
  assert.equal(artifacts.find('a'), 'y');
  assert.equal(artifacts.areSame('b', 'x'), true, 'x is free again');
});

test('RFC 6749 §6: a server that does not rotate gives the same counterpart to each rotated token', () => {
  const artifacts = createArtifacts();
  artifacts.pair('first', 'x');
  artifacts.pair('second', 'x');
  assert.equal(artifacts.find('first'), 'x');
  assert.equal(artifacts.find('second'), 'x');
});

test('contract "verify": identifiers that meet for the first time are a pair, and then belong to each other only', () => {
  const artifacts = createArtifacts();
  assert.equal(artifacts.areSame('alice', '1'), true);
  assert.equal(artifacts.areSame('alice', '1'), true);
  assert.equal(artifacts.areSame('alice', '2'), false);
  assert.equal(artifacts.areSame('bob', '1'), false);
  assert.equal(artifacts.areSame('bob', '2'), true);
  assert.equal(artifacts.areSame('alice', '2'), false);
});

test('contract "verify": identifiers called the same form one-to-one pairs in any order', () => {
  const id = fc.constantFrom('1', '2', '3', '4');
  fc.assert(
    fc.property(fc.array(fc.tuple(id, id)), (meetings) => {
      const artifacts = createArtifacts();
      const same = meetings.filter(([here, there]) => artifacts.areSame(here, there));
      const pairs = new Set(same.map(([here, there]) => `${here} ${there}`));
      assert.equal(new Set(same.map(([here]) => here)).size, pairs.size);
      assert.equal(new Set(same.map(([, there]) => there)).size, pairs.size);
      for (const [here, there] of same) assert.equal(artifacts.areSame(here, there), true);
    }),
  );
});
