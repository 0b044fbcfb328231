// An agent for tests: the SDK's client, connected in memory to the tools over a real server.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createMasterRealm } from '#protocol/realm/master-realm.ts';
import { type ComposedTestServer, startComposedServer } from '#protocol/testing/composed-server.ts';
import { preparedKeys } from '#protocol/testing/realm-keys.ts';
import { createServerAccess } from '../server-access.ts';
import type { ServerSettings } from '../settings.ts';
import { createToolServer } from '../tool-server.ts';

const CALLBACK = 'http://127.0.0.1:3000/callback';

const SHOP: RealmRepresentation = {
  realm: 'shop',
  displayName: 'The shop',
  clients: [
    { clientId: 'web', publicClient: true, redirectUris: [CALLBACK], webOrigins: ['+'] },
    {
      clientId: 'till',
      secret: 'till-secret',
      serviceAccountsEnabled: true,
      attributes: { 'oidc.ciba.grant.enabled': 'true', 'oauth2.device.authorization.grant.enabled': 'true' },
    },
  ],
  users: [{ username: 'ann', credentials: [{ type: 'password', value: 'ann-password' }] }],
};

/** What a tool has answered. */
interface Answered {
  readonly isError: boolean;
  /** The only text of the result. */
  readonly text: string;
}

export interface Agent {
  readonly client: Client;
  call(tool: string, args?: Record<string, unknown>): Promise<Answered>;
  /** The JSON of a result. @throws {Error} with the text of a result that is an error. */
  json<Wire>(tool: string, args?: Record<string, unknown>): Promise<Wire>;
}

/** Wraps a connected client. */
function asAgent(client: Client): Agent {
  const call: Agent['call'] = async (name, args = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [part, ...more] = content as readonly { readonly type: string; readonly text: string }[];
    if (part?.type !== 'text' || more.length > 0) throw new TypeError('the result is not one text');
    return { isError: isError === true, text: part.text };
  };
  return {
    client,
    call,
    async json(tool, args) {
      const { isError, text } = await call(tool, args);
      if (isError) throw new Error(text);
      return JSON.parse(text);
    },
  };
}

/** An agent whose tools reach a server as the settings say. */
export async function connectAgent(settings: ServerSettings): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' });
  const [own, other] = InMemoryTransport.createLinkedPair();
  await createToolServer(createServerAccess(settings), '1.2.3').connect(other);
  await client.connect(own);
  return asAgent(client);
}

/** A data directory with a control key. */
export function createDataDir(controlKey: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-mcp-'));
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, 'control-key'), `${controlKey}\n`);
  return dataDir;
}

export interface AgentWithServer extends Agent {
  readonly server: ComposedTestServer;
  /** Sends a request to the realm shop, as an application does. Returns the status. */
  send(path: string, form?: Readonly<Record<string, string>>): Promise<number>;
}

/** An agent and its server with the realm shop; the server ends with `agent.server.stop()`. */
export async function startAgent(): Promise<AgentWithServer> {
  const server = await startComposedServer({
    realms: [SHOP],
    async prepare({ store }, clock) {
      const master = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
      await store.realms.create({ ...master.realm, components: preparedKeys() }, master.users);
    },
  });
  const agent = await connectAgent({ url: server.baseUrl, dataDir: createDataDir(server.controlKey) });
  return {
    ...agent,
    server,
    async send(path, form) {
      const url = `${server.baseUrl}/realms/shop/protocol/openid-connect${path}`;
      const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
      const { status } = await fetch(url, { ...init, redirect: 'manual' });
      return status;
    },
  };
}
