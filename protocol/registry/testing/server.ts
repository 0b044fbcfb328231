// A server for the tests of this folder: a realm with two registries, people who may do different things, a clock moved by hand.

import { createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { createMovableClock, type MovableClock } from '#protocol/clock.ts';
import type { ActivityRecord, ActivityRefusal } from '#protocol/contract/activity.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createRealmKeys, type RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { createHostPolicy } from '#protocol/http/host-policy.ts';
import { createHttpServer } from '#protocol/http/http-server.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { createBruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import { createPasswordChecker } from '#protocol/realm/users/credentials.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createRegistryRoutes } from '../registry-routes.ts';

/** What the endpoint answered, and what Activity says of it. */
export interface RegistryAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; empty when it is no JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly record: ActivityRecord | undefined;
  readonly refusal: ActivityRefusal | undefined;
}

/** A running server. */
export interface RegistryTestServer {
  readonly issuer: string;
  readonly keys: RealmKeys;
  readonly clock: MovableClock;
  /** A token request with this query; `login` is `user:password`, undefined: no header. */
  request(query: string, login?: string): Promise<RegistryAnswer>;
  /** The same with a method, headers and a body of one's own. */
  send(query: string, init: RequestInit): Promise<RegistryAnswer>;
  stop(): Promise<void>;
}

const START = Date.UTC(2030, 0, 1);

const REALM: RealmRepresentation = {
  realm: 'demo',
  enabled: true,
  accessTokenLifespan: 90,
  clients: [
    { clientId: 'registry', protocol: 'docker-v2' },
    { clientId: 'closed', protocol: 'docker-v2', enabled: false },
    { clientId: 'bare', protocol: 'docker-v2', protocolMappers: [] },
    { clientId: 'web', publicClient: true },
  ],
  users: [
    { username: 'alice', credentials: [{ type: 'password', value: 'alice:password' }] },
    { username: 'bob', credentials: [{ type: 'password', value: 'bob-password' }] },
    { username: 'dora', enabled: false, credentials: [{ type: 'password', value: 'dora-password' }] },
    {
      username: 'eve',
      requiredActions: ['UPDATE_PASSWORD'],
      credentials: [{ type: 'password', value: 'eve-password' }],
    },
  ],
};

/** Starts it; `changes` are members of the realm `demo`. */
export async function startRegistryServer(
  changes: Partial<RealmRepresentation> = {},
  enabled = true,
): Promise<RegistryTestServer> {
  const clock = createMovableClock({ now: () => START });
  const log = createCollectingLogger('registry');
  const store = createMemoryStore();
  const { realm, users } = normalizeRealm({ ...REALM, ...changes }, clock);
  await store.realms.create(realm, users);
  const activity = createActivityRecorder({ clock });
  const keys = createRealmKeys(store.realms, clock, log);
  const http = createHttpServer({
    routes: createRegistryRoutes({
      enabled,
      store,
      keys,
      passwords: createPasswordChecker({ users: store.users, log }),
      bruteForce: createBruteForceDetection(store.users),
    }),
    realms: store.realms,
    clocks: () => clock,
    clock,
    log,
    activity,
    hosts: createHostPolicy({ httpHost: '127.0.0.1' }),
    hsts: false,
  });
  const { port } = await http.listen('127.0.0.1', 0);
  const issuer = `http://127.0.0.1:${port}/realms/demo`;
  const send = async (query: string, init: RequestInit): Promise<RegistryAnswer> => {
    const response = await fetch(`${issuer}/protocol/docker-v2/auth?${query}`, init);
    const text = await response.text();
    const record = activity.find(activity.list().records[0]?.id ?? '');
    const { status, headers } = response;
    return { status, headers, text, body: readObject(text), record, refusal: record?.refusal };
  };
  return {
    issuer,
    keys,
    clock,
    request(query, login) {
      const authorization = `Basic ${Buffer.from(login ?? '').toString('base64')}`;
      return send(query, { headers: login === undefined ? {} : { authorization } });
    },
    send,
    stop: () => http.close(0),
  };
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  return text.startsWith('{') ? (JSON.parse(text) as Readonly<Record<string, unknown>>) : {};
}
