import assert from 'node:assert/strict';
import { test } from 'node:test';
import { derivePairwiseSubject } from './pairwise-subject.ts';

const RULE = { sector: 'shop.test', salt: 'salt' };
const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-3[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('OIDC Core §8.1: the same user has the same subject in a sector', () => {
  assert.match(derivePairwiseSubject(RULE, 'u1'), FORM);
  assert.equal(derivePairwiseSubject(RULE, 'u1'), derivePairwiseSubject({ ...RULE }, 'u1'));
});

test('OIDC Core §8.1: another user, sector or salt gives another subject', () => {
  const subjects = [
    derivePairwiseSubject(RULE, 'u1'),
    derivePairwiseSubject(RULE, 'u2'),
    derivePairwiseSubject({ ...RULE, sector: 'other.test' }, 'u1'),
    derivePairwiseSubject({ ...RULE, salt: 'pepper' }, 'u1'),
  ];
  assert.equal(new Set(subjects).size, subjects.length);
});
