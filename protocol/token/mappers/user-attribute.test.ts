import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperContext, runMapper } from './test-mapper.ts';
import { userAttribute, userValues } from './user-attribute.ts';

const config = (name: string) => ({ 'user.attribute': name, 'claim.name': 'c' });

test('oidc-usermodel-attribute-mapper: properties and attributes by name', () => {
  const context = mapperContext({ firstName: 'Alice', attributes: { nick: ['Al', 'Ali'] } });
  assert.deepEqual(runMapper(userAttribute, config('firstName'), context), { c: 'Alice' });
  assert.deepEqual(runMapper(userAttribute, config('nick'), context), { c: 'Al' });
  assert.deepEqual(runMapper(userAttribute, { ...config('nick'), multivalued: 'true' }, context), {
    c: ['Al', 'Ali'],
  });
});

test('oidc-usermodel-attribute-mapper: an absent attribute is an absent claim', () => {
  for (const name of ['lastName', 'email', 'nothing', '', 'toString', '__proto__']) {
    assert.deepEqual(runMapper(userAttribute, config(name), mapperContext()), {}, name);
  }
});

test('oidc-usermodel-property-mapper: emailVerified is always there', () => {
  const { user } = mapperContext();
  assert.deepEqual(userValues(user, 'emailVerified'), ['false']);
  assert.deepEqual(userValues({ ...user, emailVerified: true }, 'emailVerified'), ['true']);
});
