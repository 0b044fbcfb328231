// The account API's sessions: where the user is signed in, and signing out there.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { emptyReply, NO_STORE } from '#protocol/http/replies.ts';
import { sidOf } from '#protocol/realm/sessions/offline-sessions.ts';
import { isSessionActive, type SessionEnder, sessionMaxEndsAt } from '#protocol/realm/sessions/sessions.ts';
import { type Device, readUserAgent } from '#protocol/realm/sessions/user-agent.ts';
import { collect } from '#protocol/store/collect.ts';
import type { Store, UserSession } from '#protocol/store/store.ts';
import type { VerifiedToken } from '#protocol/token/token-verifier.ts';
import { type AccountCall, accountError, accountReply } from './account-route.ts';

interface SessionDeps {
  readonly store: Pick<Store, 'sessions'>;
  readonly endSession: SessionEnder;
}

/** Compat: `SessionRepresentation`. Times are in seconds. */
interface SessionWire {
  readonly id: string;
  readonly ipAddress: string;
  readonly started: number;
  readonly lastAccess: number;
  readonly expires: number;
  readonly clients: readonly {
    readonly clientId: string;
    readonly clientName: string;
    readonly userConsentRequired: boolean;
    readonly inUse: boolean;
    readonly offlineAccess: boolean;
  }[];
  readonly browser: string;
  readonly current?: true;
}

/** Compat: `DeviceRepresentation`: the sessions of one operating system. */
interface DeviceWire {
  readonly os: string;
  readonly osVersion: string;
  readonly device: string;
  readonly lastAccess: number;
  readonly current?: true;
  readonly sessions: readonly SessionWire[];
  readonly mobile: boolean;
}

const READ = ['manage-account', 'view-profile'] as const;
const RULE = 'end-session';

export function listSessionCalls({ store, endSession }: SessionDeps): readonly AccountCall[] {
  const listOwn = (exchange: RealmExchange, token: VerifiedToken): Promise<readonly UserSession[]> =>
    listActive(store, exchange, token);
  const end = async (exchange: RealmExchange, sessions: readonly UserSession[]): Promise<Reply> => {
    let ended = 0;
    for (const session of sessions) {
      if ((await endSession(exchange, session)) === undefined) continue;
      exchange.activity.userEvent('LOGOUT', {}, session.id);
      ended += 1;
    }
    exchange.activity.recordPass(RULE, `Ended sessions: ${ended}.`);
    return emptyReply(204, NO_STORE);
  };
  return [
    {
      method: 'GET',
      path: '/sessions',
      title: 'Account sessions',
      roles: READ,
      async answer(exchange, token) {
        const own = await listOwn(exchange, token);
        return accountReply(own.map((session) => describeSession(exchange, token, session)));
      },
    },
    {
      method: 'GET',
      path: '/sessions/devices',
      title: 'Account devices',
      roles: READ,
      answer: async (exchange, token) =>
        accountReply(listDevices(exchange, token, await listOwn(exchange, token))),
    },
    {
      method: 'DELETE',
      path: '/sessions',
      title: 'Account sessions, sign-out',
      roles: ['manage-account'],
      async answer(exchange, token) {
        const withCurrent = exchange.query.get('current') === 'true';
        const own = await listOwn(exchange, token);
        return end(
          exchange,
          own.filter((session) => withCurrent || !isCurrent(token, session)),
        );
      },
    },
    {
      method: 'DELETE',
      path: '/sessions/:session',
      title: 'Account session, sign-out',
      roles: ['manage-account'],
      async answer(exchange, token) {
        const id = exchange.pathParameters['session'] ?? '';
        const session = (await listOwn(exchange, token)).find((each) => each.id === id);
        return session === undefined ? ignoreForeign(exchange, token, id) : end(exchange, [session]);
      },
    },
  ];
}

/** Compat: the answer does not reveal whether another user has such a session. */
function ignoreForeign({ activity }: RealmExchange, { user }: VerifiedToken, id: string): Reply {
  activity.refused(
    accountError('invalid_request', {
      description: 'No session is ended',
      reason: `${user.username} has no active session ${id}. A session of another user is never ended here.`,
      remedy: 'Send the id of a session that GET …/account/sessions lists.',
    }),
    RULE,
  );
  activity.outcome('refused');
  return emptyReply(204, NO_STORE);
}

function listActive(
  { sessions }: SessionDeps['store'],
  { realm, clock }: RealmExchange,
  { user }: VerifiedToken,
): Promise<readonly UserSession[]> {
  const now = clock.now();
  return collect(sessions.list(realm.id, { userId: user.id, offline: false }), (session) =>
    isSessionActive(realm, session, now),
  );
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const isCurrent = ({ session }: VerifiedToken, { id }: UserSession): boolean =>
  session !== undefined && sidOf(session) === id;

function describeSession({ realm }: RealmExchange, token: VerifiedToken, session: UserSession): SessionWire {
  return {
    id: session.id,
    ipAddress: session.ipAddress,
    started: seconds(session.startedAt),
    lastAccess: seconds(session.lastAccessAt),
    expires: seconds(sessionMaxEndsAt(realm, session)),
    clients: Object.keys(session.clients).flatMap((id) => {
      const client = realm.clientsById.get(id);
      if (client === undefined) return [];
      const { clientId, name } = client;
      return [{ clientId, clientName: name, userConsentRequired: false, inUse: false, offlineAccess: false }];
    }),
    browser: readUserAgent(session.userAgent).browser,
    ...(isCurrent(token, session) ? { current: true } : {}),
  };
}

/** Compat: one device for each operating system and version. */
function listDevices(
  exchange: RealmExchange,
  token: VerifiedToken,
  sessions: readonly UserSession[],
): readonly DeviceWire[] {
  const grouped = new Map<string, { device: Device; sessions: UserSession[] }>();
  for (const session of sessions) {
    const device = readUserAgent(session.userAgent);
    const key = `${device.os} ${device.osVersion}`;
    const known = grouped.get(key) ?? { device, sessions: [] };
    known.sessions.push(session);
    grouped.set(key, known);
  }
  return [...grouped.values()].map(({ device: { os, osVersion, device, mobile }, sessions: own }) => ({
    os,
    osVersion,
    device,
    lastAccess: Math.max(...own.map(({ lastAccessAt }) => seconds(lastAccessAt))),
    ...(own.some((session) => isCurrent(token, session)) ? { current: true } : {}),
    sessions: own.map((session) => describeSession(exchange, token, session)),
    mobile,
  }));
}
