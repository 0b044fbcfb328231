import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRealm } from '#protocol/store/store.ts';
import { addComponent, editComponent, findComponent, listComponents } from './component-tree.ts';

const mapper = { id: 'm', providerId: 'mapper' };
const directory = { id: 'd', providerId: 'ldap', subComponents: { Mapper: [mapper] } };
const realm: StoredRealm = {
  id: 'r',
  realm: 'shop',
  components: { Directory: [directory], Key: [{ id: 'k', providerId: 'rsa' }] },
};

test('Keycloak export: components below components are listed with their parent', () => {
  assert.deepEqual(
    listComponents(realm).map(({ type, component, parentId }) => [type, component.id, parentId]),
    [
      ['Directory', 'd', 'r'],
      ['Mapper', 'm', 'd'],
      ['Key', 'k', 'r'],
    ],
  );
  assert.equal(findComponent(realm, 'none'), undefined);
});

test('bad input: a realm file with anything in place of sub-components works', () => {
  for (const subComponents of [null, 7, 'x', [], { Mapper: 'x' }, { Mapper: [null, 1] }]) {
    const odd = { ...realm, components: { Directory: [{ ...directory, subComponents }] } };
    assert.deepEqual(
      listComponents(odd).map(({ component }) => component.id),
      ['d'],
    );
  }
});

test('a component is changed or removed where it is, and others stay the same', () => {
  const renamed = editComponent(realm, 'm', (component) => ({ ...component, name: 'new' }));
  assert.equal(findComponent(renamed, 'm')?.component.name, 'new');
  assert.equal(renamed.components?.['Key']?.[0], realm.components?.['Key']?.[0]);
  const without = editComponent(realm, 'd', () => undefined);
  assert.deepEqual(
    listComponents(without).map(({ component }) => component.id),
    ['k'],
  );
});

test('a component is added to the realm or below its parent, also under the name of an inherited property', () => {
  const component = { id: 'n', providerId: 'x' };
  for (const type of ['Mapper', 'constructor'])
    for (const parentId of ['r', 'd', 'k'])
      assert.deepEqual(findComponent(addComponent(realm, { type, component, parentId }), 'n'), {
        type,
        component,
        parentId,
      });
});
