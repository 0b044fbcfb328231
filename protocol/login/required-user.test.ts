import assert from 'node:assert/strict';
import { test } from 'node:test';
import { derivePairwiseSubject } from '#protocol/crypto/pairwise-subject.ts';
import { isRequiredUser } from './required-user.ts';

const RULE = { sector: 'shop.test', salt: 'salt' };

test('OIDC Core §3.1.2.1: without a requirement any user may sign in', () => {
  assert.equal(isRequiredUser(undefined, { id: 'u1' }), true);
});

test('OIDC Core §3.1.2.1: only the user with the required id may sign in', () => {
  assert.equal(isRequiredUser({ id: 'u1' }, { id: 'u1' }), true);
  assert.equal(isRequiredUser({ id: 'u1' }, { id: 'u2' }), false);
  assert.equal(isRequiredUser({ id: '' }, { id: 'u1' }), false);
});

test('OIDC Core §8.1: only the user with the required pairwise subject may sign in', () => {
  const required = { ...RULE, subject: derivePairwiseSubject(RULE, 'u1') };
  assert.equal(isRequiredUser(required, { id: 'u1' }), true);
  assert.equal(isRequiredUser(required, { id: 'u2' }), false);
  assert.equal(isRequiredUser({ ...required, sector: 'other.test' }, { id: 'u1' }), false);
});

test('OIDC Core §8.1: a user id is no pairwise subject', () => {
  assert.equal(isRequiredUser({ ...RULE, subject: 'u1' }, { id: 'u1' }), false);
});
