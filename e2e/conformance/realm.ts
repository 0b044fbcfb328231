// The realm of the conformance tests: two clients like the suite's, and one user with every claim.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callAdmin } from '../support/server.ts';

export const REALM = 'conformance';

/** Callback of both clients; nothing listens there. */
export const CALLBACK = 'https://rp.example.test/callback';

/** Post-logout redirect URI of both clients; nothing listens there. */
export const SIGNED_OUT = 'https://rp.example.test/signed-out';

export interface RegisteredClient {
  readonly clientId: string;
  readonly secret: string;
}

/** The client under test. */
export const FIRST: RegisteredClient = { clientId: 'conformance-first', secret: 'first-secret' };

/** A second client, which must not be able to use the first one's codes and tokens. */
export const SECOND: RegisteredClient = { clientId: 'conformance-second', secret: 'second-secret' };

/** The user who signs in. */
export const PERSON = {
  username: 'jane',
  password: 'jane-password',
  email: 'jane@example.test',
  name: 'Jane Doe',
  phone: '+1 555 0100',
  locality: 'Springfield',
} as const;

/** Further settings of the clients, as members of Keycloak's representation. */
export interface ClientSettings {
  readonly redirectUris?: readonly string[];
  readonly webOrigins?: readonly string[];
  readonly frontchannelLogout?: boolean;
  readonly attributes?: Readonly<Record<string, string>>;
}

function client({ clientId, secret }: RegisteredClient, settings: ClientSettings): object {
  return {
    clientId,
    secret,
    publicClient: false,
    standardFlowEnabled: true,
    implicitFlowEnabled: true,
    redirectUris: [CALLBACK],
    ...settings,
    attributes: { 'post.logout.redirect.uris': SIGNED_OUT, ...settings.attributes },
  };
}

/** Creates the realm through the admin API. */
export async function createConformanceRealm(url: string, settings: ClientSettings = {}): Promise<void> {
  const person = {
    username: PERSON.username,
    firstName: 'Jane',
    lastName: 'Doe',
    email: PERSON.email,
    emailVerified: true,
    enabled: true,
    credentials: [{ type: 'password', value: PERSON.password }],
    attributes: {
      phoneNumber: [PERSON.phone],
      phoneNumberVerified: ['true'],
      street: ['1 Main Street'],
      locality: [PERSON.locality],
      country: ['US'],
    },
  };
  const response = await callAdmin(url, 'POST', '/admin/realms', {
    realm: REALM,
    enabled: true,
    users: [person],
    clients: [client(FIRST, settings), client(SECOND, settings)],
  });
  if (response.status !== 201) throw new Error(`no realm: ${response.status} ${await response.text()}`);
}

/** An endpoint of a relying party, for request objects or logout notifications. */
export interface Listener {
  readonly url: string;
  /** Received bodies, in order. */
  readonly received: readonly { readonly path: string; readonly body: string }[];
  close(): void;
}

/** Serves `body` on a free loopback port, at any path. */
export async function listen(body = '', contentType = 'text/plain'): Promise<Listener> {
  const received: { path: string; body: string }[] = [];
  const server: Server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ path: request.url ?? '', body: text });
    response.setHeader('content-type', contentType);
    response.end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
