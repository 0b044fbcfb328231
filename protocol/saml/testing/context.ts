// A mapper context for tests: a user with attributes, groups and roles.
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { StoredUser, UserSession } from '#protocol/store/store.ts';
import type { SamlMapperContext } from '../mappers/mapper.ts';

/** The client is `sp`. */
export function createTestContext(user: Partial<StoredUser> = {}): SamlMapperContext {
  const { realm } = createTestExchange({
    realm: {
      clients: [{ clientId: 'sp', protocol: 'saml' }],
      groups: [{ name: 'staff', attributes: { floor: ['3'] }, subGroups: [{ name: 'it' }] }],
    },
  });
  const client = realm.clients.get('sp');
  if (client === undefined) throw new TypeError('no client sp');
  const session: UserSession = {
    id: 'session-1',
    realmId: realm.id,
    userId: 'alice-id',
    username: 'alice',
    offline: false,
    startedAt: 0,
    lastAccessAt: 0,
    authenticatedAt: 5_999,
    rememberMe: false,
    ipAddress: '127.0.0.1',
    flow: 'flow-1',
    clients: {},
  };
  return {
    realm,
    client,
    session,
    user: {
      id: 'alice-id',
      username: 'alice',
      email: 'alice@example.test',
      attributes: { colour: ['red', 'green'] },
      groups: ['/staff/it'],
      ...user,
    },
    roles: {
      realm: new Set(['reader', 'writer']),
      clients: new Map([
        ['sp', new Set(['local'])],
        ['shop', new Set(['buyer', 'reader'])],
        ['empty', new Set<string>()],
      ]),
    },
  };
}
