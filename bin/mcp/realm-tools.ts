// Tools for realms and what is in them: clients, users, tokens.
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { array, boolean, enum as choice, number, record, strictObject, string, union, unknown } from 'zod';
import type { NewTokensWire, TokenFault } from '#protocol/contract/created-tokens.ts';
import type { PersonaRequestWire } from '#protocol/contract/personas.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { REALM } from './arguments.ts';
import { answer, ToolRefusal } from './result.ts';
import { listRealms, type ServerAccess } from './server-access.ts';

/** Flows by the member of a client that allows them. */
const FLOWS = {
  standardFlowEnabled: 'standard',
  implicitFlowEnabled: 'implicit',
  directAccessGrantsEnabled: 'direct access grants',
  serviceAccountsEnabled: 'service account',
} as const satisfies Partial<Record<keyof ClientRepresentation, string>>;

/** Without secrets, keys and attributes. */
function describeClient(client: ClientRepresentation): object {
  const { clientId, name, enabled, protocol, publicClient, redirectUris, webOrigins, consentRequired } =
    client;
  const isOpenId = protocol !== 'saml' && protocol !== 'docker-v2';
  const flows = Object.entries(FLOWS).flatMap(([member, flow]) =>
    client[member as keyof typeof FLOWS] === true ? [flow] : [],
  );
  return {
    clientId,
    ...(name ? { name } : {}),
    enabled,
    protocol,
    ...(isOpenId ? { publicClient, flows } : {}),
    consentRequired,
    redirectUris,
    webOrigins,
  };
}

const BROKEN = [
  'wrong-key',
  'unknown-kid',
  'expired',
  'not-yet-valid',
  'wrong-issuer',
  'wrong-audience',
  'alg-none',
  'tampered',
] as const satisfies readonly TokenFault[];

const CLAIMS = record(string(), unknown());

export function addRealmTools(server: McpServer, access: ServerAccess): void {
  server.registerTool(
    'list_realms',
    {
      title: 'List realms',
      description: 'Lists the realms of the server, each with the URL of its discovery document.',
      inputSchema: strictObject({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () =>
      answer(access, async () => {
        const connection = access.open();
        return (await listRealms(connection)).map(({ realm, displayName, enabled }) => ({
          realm,
          displayName,
          enabled,
          discovery: `${connection.url}/realms/${encodeURIComponent(realm)}/.well-known/openid-configuration`,
        }));
      }),
  );
  server.registerTool(
    'list_clients',
    {
      title: 'List clients',
      description:
        'Lists the clients of a realm: client ID, protocol, allowed flows, redirect URIs and web origins. Secrets are not shown.',
      inputSchema: strictObject({
        realm: REALM,
        search: string().optional().describe('Part of the client ID. Default: all clients.'),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ realm, search }) =>
      answer(access, async () => {
        const filter =
          search === undefined ? '' : `?${new URLSearchParams({ clientId: search, search: 'true' })}`;
        const clients = await (await access.realm(realm)).admin<ClientRepresentation[]>(
          'GET',
          `/clients${filter}`,
        );
        return clients.map(describeClient);
      }),
  );
  addUserTool(server, access);
  addTokenTool(server, access);
}

function addUserTool(server: McpServer, access: ServerAccess): void {
  const names = array(string());
  server.registerTool(
    'create_user',
    {
      title: 'Create user',
      description:
        'Creates a user with password, roles, groups, attributes and claims in one call. Missing roles and groups are created. An existing user is refused unless change is true.',
      inputSchema: strictObject({
        realm: REALM,
        username: string().min(1),
        password: string().optional().describe('Not checked against the password policy.'),
        email: string().optional(),
        emailVerified: boolean().optional(),
        firstName: string().optional(),
        lastName: string().optional(),
        enabled: boolean().optional(),
        roles: names.optional().describe('Names of realm roles.'),
        clientRoles: record(string(), names).optional().describe('Names of client roles by client ID.'),
        groups: names.optional().describe('Paths of groups: /staff/night.'),
        attributes: record(string(), union([string(), names])).optional(),
        claims: CLAIMS.optional().describe('Claims in every token of the user, without a mapper.'),
        requiredActions: names
          .optional()
          .describe('What the user must do at the next sign-in: UPDATE_PASSWORD.'),
        change: boolean()
          .optional()
          .describe('Change the user if it exists; what is not given stays. Default: false.'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ realm, username, change = false, ...persona }) =>
      answer(access, async () => {
        const provider = await access.realm(realm);
        const query = new URLSearchParams({ username, exact: 'true' });
        if (!change && (await provider.admin<readonly unknown[]>('GET', `/users?${query}`)).length > 0)
          throw new ToolRefusal(
            `Realm ${realm} has a user ${username} already. Choose another username, or change this user with change: true.`,
          );
        // JSON leaves out what is not given, and the functions of the user.
        return provider.user(username, persona as PersonaRequestWire);
      }),
  );
}

function addTokenTool(server: McpServer, access: ServerAccess): void {
  server.registerTool(
    'get_tokens',
    {
      title: 'Get tokens',
      description:
        "Signs a user in to a client without a form and returns the tokens; without a user, the tokens of the client's service account. With broken, the tokens have exactly one thing wrong, which every resource server must refuse.",
      inputSchema: strictObject({
        realm: REALM,
        client: string().describe('Client ID.'),
        user: string().optional().describe("Username. Default: the client's service account."),
        scope: string().optional().describe("As in a token request. Default: the client's default scopes."),
        claims: CLAIMS.optional().describe('Claims that are added to access and ID token.'),
        audience: array(string()).optional().describe("The access token's aud."),
        expiresInSeconds: number().int().optional().describe("Default: the client's lifespan."),
        nonce: string().optional(),
        session: string().optional().describe('ID of a live session to join. Default: a new session.'),
        broken: choice(BROKEN).optional(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ realm, broken, ...request }) =>
      answer(access, async () => {
        const provider = await access.realm(realm);
        const tokens = request as NewTokensWire;
        return broken === undefined ? provider.token(tokens) : provider.brokenToken(broken, tokens);
      }),
  );
}
