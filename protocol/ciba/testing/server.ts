// For tests of this folder: a server, a consumption device that polls, and an authentication entity with its
// own port.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { SECRET, WEB } from '#protocol/oauth/testing/realm.ts';
import { type Answer, type OAuthTestServer, startOAuthServer } from '#protocol/oauth/testing/server.ts';
import { CIBA_GRANT } from '#protocol/realm/view/ciba-policy.ts';

/** A delegation as the entity received it. */
interface ReceivedDelegation {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly contentType: string | undefined;
  readonly token: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Server, consumption device and authentication entity. */
export interface CibaTest {
  readonly server: OAuthTestServer;
  /** Delegations in order of arrival. */
  readonly delegations: readonly ReceivedDelegation[];
  /** Sets the entity's next response status; default 201. */
  entityAnswers(status: number): void;
  /** Stops the entity. */
  stopEntity(): Promise<void>;
  /** Sends an authentication request of client `web` for alice, changed; empty values are omitted. */
  ask(changes?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends a request and returns the `auth_req_id` and the delegation. */
  begin(
    changes?: Readonly<Record<string, string>>,
  ): Promise<{ readonly authReqId: string; readonly delegation: ReceivedDelegation }>;
  /** Polls as client `web`. */
  poll(authReqId: string, changes?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends the entity's result; `body` instead of a status for malformed ones. */
  report(token: string | undefined, body: unknown): Promise<Answer>;
  /** The newest exchange with a title. */
  exchange(title: string): ActivitySummary | undefined;
}

/** The path of the authentication endpoint. */
export const AUTHENTICATION = 'ext/ciba/auth';

/** A second confidential client with CIBA. */
export const TILL: ClientRepresentation = {
  clientId: 'till',
  publicClient: false,
  secret: SECRET,
  redirectUris: [],
  attributes: { 'oidc.ciba.grant.enabled': 'true' },
};

async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}

interface Entity {
  readonly server: Server;
  readonly delegations: ReceivedDelegation[];
  status: number;
}

async function startEntity(): Promise<Entity> {
  const entity: Entity = { server: createServer(), delegations: [], status: 201 };
  entity.server.on('request', async (request, response) => {
    const { method, url: path, headers } = request;
    const token = (headers.authorization ?? '').replace('Bearer ', '');
    const contentType = headers['content-type'];
    entity.delegations.push({ method, path, contentType, token, body: await readBody(request) });
    response.writeHead(entity.status).end();
  });
  await new Promise<void>((resolve) => entity.server.listen(0, '127.0.0.1', resolve));
  return entity;
}

function createTest(server: OAuthTestServer, entity: Entity): CibaTest {
  const usual = { ...WEB, scope: 'openid', login_hint: 'alice' };
  const ask: CibaTest['ask'] = (changes = {}) => {
    const sent = Object.entries({ ...usual, ...changes }).filter(([, value]) => value !== '');
    return server.post(AUTHENTICATION, Object.fromEntries(sent));
  };
  return {
    server,
    delegations: entity.delegations,
    entityAnswers(status) {
      entity.status = status;
    },
    stopEntity: () => stopEntity(entity),
    ask,
    async begin(changes) {
      const { body, text } = await ask(changes);
      const delegation = entity.delegations.at(-1);
      if (typeof body['auth_req_id'] !== 'string' || delegation === undefined)
        throw new TypeError(`no auth_req_id: ${text}`);
      return { authReqId: body['auth_req_id'], delegation };
    },
    poll: (authReqId, changes = {}) =>
      server.post('token', { ...WEB, grant_type: CIBA_GRANT, auth_req_id: authReqId, ...changes }),
    report: (token, body) =>
      server.send(`${AUTHENTICATION}/callback`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    exchange: (title) => server.activity.list().records.find((record) => record.title === title),
  };
}

function stopEntity({ server }: Entity): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Runs `use` with all three. */
export async function withCiba(
  use: (circle: CibaTest) => Promise<void>,
  changes: Partial<RealmRepresentation> = {},
): Promise<void> {
  const entity = await startEntity();
  const { port } = entity.server.address() as AddressInfo;
  const server = await startOAuthServer(changes, {
    'spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri': `http://127.0.0.1:${port}/delegations?from=us`,
  });
  try {
    await use(createTest(server, entity));
  } finally {
    await server.stop();
    await stopEntity(entity);
  }
}
