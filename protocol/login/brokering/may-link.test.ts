import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { mayLink } from './may-link.ts';

const REALM = viewRealm({
  id: 'r',
  realm: 'r',
  clients: [
    { clientId: 'account' },
    { clientId: 'full', fullScopeAllowed: true },
    { clientId: 'none', fullScopeAllowed: false, defaultClientScopes: [] },
  ],
  roles: {
    realm: [],
    client: {
      account: [
        {
          name: 'manage-account',
          composite: true,
          composites: { client: { account: ['manage-account-links'] } },
        },
        { name: 'manage-account-links' },
        { name: 'view-profile' },
      ],
    },
  },
});
const user = (...account: string[]) => ({ id: 'u', username: 'u', clientRoles: { account } });

for (const [name, clientId, roles, expected] of [
  ['manage-account', 'full', ['manage-account'], true],
  ['manage-account-links', 'full', ['manage-account-links'], true],
  ['view-profile', 'full', ['view-profile'], false],
  ['no role', 'full', [], false],
  ['the role, and a client without its scope', 'none', ['manage-account'], false],
  ['the role, and an unknown client', 'unknown', ['manage-account'], false],
] as const)
  test(`Keycloak account linking: ${name} is ${expected ? 'enough' : 'not enough'}`, () => {
    assert.equal(mayLink(REALM, REALM.clients.get(clientId), user(...roles)), expected);
  });
