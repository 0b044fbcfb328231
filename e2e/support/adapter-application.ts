// An application with Keycloak's Node.js adapter (keycloak-connect), replayed: the same requests, the same checks.
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { secretOf } from './clients.ts';

const CLIENT = 'demo-web';

/** A running application. */
export interface AdapterApplication {
  readonly url: string;
  /** Answers of `/k_logout` so far. */
  readonly logouts: readonly string[];
  /** The server may get another address when it restarts. */
  useServer(url: string): void;
  close(): void;
}

/** What `k_logout` receives. */
interface LogoutAction {
  readonly action: string;
  readonly adapterSessionIds?: readonly string[];
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const decode = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;

/** The action, if one of the realm's keys signed it: the adapter knows RSA with SHA-256 only. */
async function readAction(realmUrl: string, token: string): Promise<LogoutAction> {
  const [header, payload, signature = ''] = token.split('.');
  const answer = await fetch(`${realmUrl}/protocol/openid-connect/certs`);
  const { keys } = (await answer.json()) as { keys: readonly { kid: string }[] };
  const key = keys.find(({ kid }) => kid === decode(header)['kid']);
  if (key === undefined) throw new Error('no key with the kid of the action');
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    createPublicKey({ key: { ...key }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('invalid signature');
  return decode(payload) as unknown as LogoutAction;
}

/** Starts the application: `/` signs the user in and then names the user, until `/k_logout` ends the session. */
export async function startAdapterApplication(serverUrl: string): Promise<AdapterApplication> {
  let realmUrl = `${serverUrl}/realms/demo`;
  const grants = new Map<string, string>();
  const logouts: string[] = [];
  let home = '';

  const redirect = (response: ServerResponse, location: string): void => {
    response.writeHead(302, { location }).end();
  };

  async function redeem(code: string, sessionId: string): Promise<string> {
    const form = new URLSearchParams({
      client_session_state: sessionId,
      // The adapter has no host to send; its form writer leaves the value empty.
      client_session_host: '',
      code,
      grant_type: 'authorization_code',
      client_id: CLIENT,
      redirect_uri: `${home}/?auth_callback=1`,
    });
    const credentials = Buffer.from(`${CLIENT}:${secretOf(CLIENT)}`).toString('base64');
    const answer = await fetch(`${realmUrl}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}`, 'x-client': 'keycloak-nodejs-connect' },
      body: form,
    });
    if (!answer.ok) throw new Error(`no tokens: ${answer.status} ${await answer.text()}`);
    const { access_token } = (await answer.json()) as { access_token: string };
    return String(decode(access_token.split('.')[1])['preferred_username']);
  }

  async function endSessions(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { action, adapterSessionIds = [] } = await readAction(realmUrl, await readBody(request));
    for (const id of adapterSessionIds) grants.delete(id);
    logouts.push(`${action} ${adapterSessionIds.length}`);
    response.writeHead(action === 'LOGOUT' ? 200 : 400).end('ok');
  }

  async function show(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const known = /app_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
    const sessionId = known ?? randomUUID();
    if (known === undefined) response.setHeader('set-cookie', `app_session=${sessionId}; Path=/`);
    const code = url.searchParams.get('code');
    if (code !== null) {
      grants.set(sessionId, await redeem(code, sessionId));
      redirect(response, `${home}/`);
      return;
    }
    const name = grants.get(sessionId);
    if (name !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><p id="name">${name}</p>`);
      return;
    }
    const query = new URLSearchParams({
      client_id: CLIENT,
      state: randomUUID(),
      redirect_uri: `${home}/?auth_callback=1`,
      scope: 'openid',
      response_type: 'code',
    });
    redirect(response, `${realmUrl}/protocol/openid-connect/auth?${query}`);
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', home);
    const answer =
      url.pathname === '/k_logout' ? endSessions(request, response) : show(request, response, url);
    answer.catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: home,
    logouts,
    useServer(url) {
      realmUrl = `${url}/realms/demo`;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
