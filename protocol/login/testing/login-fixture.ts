// Test fixture: a server whose realm `r` has users who sign in to three clients.
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import {
  type ComposedServerSetup,
  type ComposedTestServer,
  startComposedServer,
} from '#protocol/testing/composed-server.ts';
import { callbackOf, LoginBrowser } from './login-browser.ts';

/** Where client `shop` may send users after a sign-out. */
export const AFTER_LOGOUT = 'http://shop.test/bye';

type SharedParts = Pick<
  ComposedTestServer,
  'baseUrl' | 'store' | 'clock' | 'activity' | 'mailbox' | 'log' | 'ended'
>;

export interface LoginFixture extends SharedParts {
  /** A browser without cookies. */
  browser(): LoginBrowser;
  close(): Promise<void>;
}

const CLIENTS: readonly ClientRepresentation[] = [
  {
    clientId: 'shop',
    name: 'Shop & <Co>',
    rootUrl: 'http://shop.test',
    baseUrl: '/home',
    attributes: { 'post.logout.redirect.uris': AFTER_LOGOUT },
  },
  { clientId: 'plain' },
  { clientId: 'asking', consentRequired: true },
].map((client) => ({ publicClient: true, redirectUris: [callbackOf(client.clientId)], ...client }));

export const ALICE: NonNullable<RealmRepresentation['users']>[number] = {
  id: 'alice-id',
  username: 'alice',
  email: 'alice@example.test',
  firstName: 'Alice',
  lastName: 'Liddell',
  enabled: true,
  credentials: [{ type: 'password', value: 'alice-password' }],
};

const PEOPLE: NonNullable<RealmRepresentation['users']> = [
  ALICE,
  {
    id: 'bob-id',
    username: 'bob',
    enabled: true,
    credentials: [{ type: 'password', value: 'bob-password' }],
  },
  {
    id: 'dora-id',
    username: 'dora',
    enabled: false,
    credentials: [{ type: 'password', value: 'dora-password' }],
  },
  { id: 'nora-id', username: 'nora', enabled: true },
];

/** User dora is disabled, nora has no password; client `asking` requires consent. */
function describeRealm(changes: Partial<RealmRepresentation> = {}): RealmRepresentation {
  return {
    id: 'r-id',
    realm: 'r',
    displayName: 'Realm <R>',
    enabled: true,
    clients: [...CLIENTS],
    users: PEOPLE,
    ...changes,
  };
}

/** Starts a server with realm `r`, changed, and realm `other`, which has the same clients and no users. */
export async function startLogin(
  changes: Partial<RealmRepresentation> = {},
  options: ComposedServerSetup['options'] = {},
): Promise<LoginFixture> {
  const { baseUrl, store, clock, activity, mailbox, log, ended, stop } = await startComposedServer({
    options,
    realms: [describeRealm(changes), describeRealm({ id: 'other-id', realm: 'other', users: [] })],
  });
  const browser = () => new LoginBrowser(baseUrl);
  return { baseUrl, store, clock, activity, mailbox, log, ended, browser, close: stop };
}

/** Runs `use` with a server and a browser. */
export async function withLogin(
  use: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  changes?: Partial<RealmRepresentation>,
): Promise<void> {
  const fixture = await startLogin(changes);
  try {
    await use(fixture, fixture.browser());
  } finally {
    await fixture.close();
  }
}
