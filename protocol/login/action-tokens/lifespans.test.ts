import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { administratorLinkLifespan, userLinkLifespan } from './lifespans.ts';

const realm = (changes: Partial<RealmRepresentation>) => viewRealm({ id: 'r-id', realm: 'r', ...changes });
const NAME = 'actionTokenGeneratedByUserLifespan';

for (const [name, changes, expected] of [
  ['nothing: the default', {}, 300],
  ['the lifespan of all links', { [NAME]: 900 }, 900],
  ['zero: the default', { [NAME]: 0 }, 300],
  ['the attribute of the type', { [NAME]: 900, attributes: { [`${NAME}.verify-email`]: '60' } }, 60],
  [
    'the newer name of the attribute first',
    { attributes: { [`${NAME}.verify-email`]: '60', [`${NAME}-verify-email`]: '70' } },
    70,
  ],
  ['the attribute of another type', { attributes: { [`${NAME}.reset-credentials`]: '60' } }, 300],
  ['an attribute that is no number', { attributes: { [`${NAME}.verify-email`]: 'soon' } }, 300],
] as const)
  test(`Keycloak action token lifespans: ${name}`, () =>
    assert.equal(userLinkLifespan(realm(changes), 'verify-email'), expected));

test("Keycloak action token lifespans: an administrator's link is valid for half a day by default", () => {
  assert.equal(administratorLinkLifespan(realm({})), 43_200);
  assert.equal(administratorLinkLifespan(realm({ actionTokenGeneratedByAdminLifespan: 60 })), 60);
});
