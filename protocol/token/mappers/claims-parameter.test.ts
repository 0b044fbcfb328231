import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimsRequest } from '#protocol/store/claims-request.ts';
import { mapperContext, runMapper } from '../testing/mapper.ts';
import { claimsParameter } from './claims-parameter.ts';
import type { Claims, ClaimTarget } from './mapper.ts';

const ALICE = {
  firstName: 'Alice',
  lastName: 'Archer',
  email: 'alice@example.test',
  emailVerified: true,
  attributes: { nickname: ['al'], phoneNumber: ['+1'], phoneNumberVerified: ['false'], salary: ['9'] },
};

function run(request: Partial<ClaimsRequest>, target: ClaimTarget): Claims {
  const claimsRequest = { id: {}, userinfo: {}, ...request };
  return runMapper(claimsParameter, {}, mapperContext(ALICE, { claimsRequest, target }));
}

test('OIDC Core §5.5: requested claims are added to the requested target, essential and voluntary ones', () => {
  const request = {
    id: { name: { essential: true }, nickname: {} },
    userinfo: { email: {}, email_verified: {}, phone_number_verified: {} },
  };
  assert.deepEqual(run(request, 'id'), { name: 'Alice Archer', nickname: 'al' });
  assert.deepEqual(run(request, 'userinfo'), {
    email: 'alice@example.test',
    email_verified: true,
    phone_number_verified: false,
  });
});

test('OIDC Core §5.5: access tokens and introspection are not affected', () => {
  const request = { id: { name: {} }, userinfo: { name: {} } };
  assert.deepEqual(run(request, 'access'), {});
  assert.deepEqual(run(request, 'introspection'), {});
});

test('OIDC Core §5.5.1: a claim requested with values is added only with one of them', () => {
  assert.deepEqual(run({ id: { family_name: { values: ['Baker', 'Archer'] } } }, 'id'), {
    family_name: 'Archer',
  });
  assert.deepEqual(run({ id: { family_name: { essential: true, values: ['Baker'] } } }, 'id'), {});
});

for (const claim of ['salary', 'sub', 'acr', 'iss', 'constructor', 'toString', 'gender']) {
  test(`OIDC Core §5.5: ${claim} is not added, because it is not a standard claim or has no value`, () => {
    assert.deepEqual(run({ id: { [claim]: { essential: true } } }, 'id'), {});
  });
}

test('OIDC Core §5.5: without the parameter no claims are added', () => {
  assert.deepEqual(runMapper(claimsParameter, {}, mapperContext(ALICE, { target: 'id' })), {});
});
