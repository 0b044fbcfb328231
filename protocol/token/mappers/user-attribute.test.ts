import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperContext, runMapper } from '../testing/mapper.ts';
import { userAttribute, userValues } from './user-attribute.ts';

const config = (name: string) => ({ 'user.attribute': name, 'claim.name': 'c' });

test('oidc-usermodel-attribute-mapper: finds properties and attributes by name', () => {
  const context = mapperContext({ firstName: 'Alice', attributes: { nick: ['Al', 'Ali'] } });
  assert.deepEqual(runMapper(userAttribute, config('firstName'), context), { c: 'Alice' });
  assert.deepEqual(runMapper(userAttribute, config('nick'), context), { c: 'Al' });
  assert.deepEqual(runMapper(userAttribute, { ...config('nick'), multivalued: 'true' }, context), {
    c: ['Al', 'Ali'],
  });
});

test('oidc-usermodel-attribute-mapper: a missing attribute sets no claim', () => {
  for (const name of ['lastName', 'email', 'nothing', '', 'toString', '__proto__']) {
    assert.deepEqual(runMapper(userAttribute, config(name), mapperContext()), {}, name);
  }
});

test('oidc-usermodel-property-mapper: emailVerified is always set', () => {
  const { user } = mapperContext();
  assert.deepEqual(userValues(user, 'emailVerified'), ['false']);
  assert.deepEqual(userValues({ ...user, emailVerified: true }, 'emailVerified'), ['true']);
});

test('an attribute that the user lacks comes from the nearest group, or from all groups with aggregate.attrs', () => {
  const groups = [
    {
      name: 'staff',
      attributes: { desk: ['s1', 's2'], floor: ['3'] },
      subGroups: [{ name: 'night', attributes: { desk: ['n1'] } }],
    },
  ];
  const config = { 'user.attribute': 'desk', 'claim.name': 'desk', multivalued: 'true' };
  const run = (own: string[], more: Record<string, string> = {}) =>
    runMapper(
      userAttribute,
      { ...config, ...more },
      mapperContext(
        { groups: ['/staff/night'], ...(own.length > 0 ? { attributes: { desk: own } } : {}) },
        {},
        { groups },
      ),
    );
  assert.deepEqual(run(['mine']), { desk: ['mine'] });
  assert.deepEqual(run([]), { desk: ['n1'] });
  assert.deepEqual(run(['mine'], { 'aggregate.attrs': 'true' }), { desk: ['mine', 'n1', 's1', 's2'] });
  assert.deepEqual(run([], { 'user.attribute': 'constructor' }), {});
});
