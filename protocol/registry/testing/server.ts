// A test server whose realm has registries, users with different access, and a movable clock.

import type { ActivityRecord, ActivityRefusal } from '#protocol/contract/activity.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { type ComposedTestServer, startComposedServer } from '#protocol/testing/composed-server.ts';

/** The endpoint's response, with its record in Activity. */
export interface RegistryAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; empty unless it is a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly record: ActivityRecord | undefined;
  readonly refusal: ActivityRefusal | undefined;
}

export interface RegistryTestServer extends ComposedTestServer {
  readonly issuer: string;
  /** A token request; `login` is `user:password`, undefined sends no header. */
  request(query: string, login?: string): Promise<RegistryAnswer>;
  /** A request with any method, headers and body. */
  send(query: string, init: RequestInit): Promise<RegistryAnswer>;
}

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

/** `changes` replaces members of the realm `demo`. */
export async function startRegistryServer(
  changes: Partial<RealmRepresentation> = {},
  enabled = true,
): Promise<RegistryTestServer> {
  const options = enabled ? { features: 'docker' } : {};
  const server = await startComposedServer({ realms: [{ ...REALM, ...changes }], options });
  const { activity } = server;
  const issuer = `${server.baseUrl}/realms/demo`;
  const send = async (query: string, init: RequestInit): Promise<RegistryAnswer> => {
    const response = await fetch(`${issuer}/protocol/docker-v2/auth?${query}`, init);
    const text = await response.text();
    const record = activity.find(activity.list().records[0]?.id ?? '');
    const { status, headers } = response;
    return { status, headers, text, body: readObject(text), record, refusal: record?.refusal };
  };
  return {
    ...server,
    issuer,
    request(query, login) {
      const authorization = `Basic ${Buffer.from(login ?? '').toString('base64')}`;
      return send(query, { headers: login === undefined ? {} : { authorization } });
    },
    send,
  };
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  return text.startsWith('{') ? (JSON.parse(text) as Readonly<Record<string, unknown>>) : {};
}
