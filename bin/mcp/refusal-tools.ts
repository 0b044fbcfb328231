// Tools for what went wrong: the last refusals, and one exchange in full.
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { number, strictObject, string } from 'zod';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import type { ActivityMessage, ActivityRecord, ActivitySummary } from '#protocol/contract/activity.ts';
import { EXCHANGE, REALM } from './arguments.ts';
import { answer } from './result.ts';
import type { ServerAccess } from './server-access.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

interface RefusalQuery {
  readonly client?: string | undefined;
  readonly user?: string | undefined;
}

/** Newest first. The server lists the oldest first, in pages of 1000. */
async function findRefusals(
  { activity }: IdentityProvider,
  { client, user }: RefusalQuery,
): Promise<readonly ActivitySummary[]> {
  const filter = { ...(client === undefined ? {} : { client }), ...(user === undefined ? {} : { user }) };
  const found: ActivitySummary[] = [];
  for (let page = await activity.query({ ...filter, outcome: 'refused' }); ; ) {
    found.push(...page.exchanges);
    const last = page.exchanges.at(-1);
    if (last === undefined || page.exchanges.length === page.count) return found.reverse();
    page = await activity.query({ ...filter, outcome: 'refused', since: last.id });
  }
}

function describeRefusal({
  id,
  startedAt,
  title,
  path,
  status,
  clientId,
  username,
  test,
  refusal,
}: ActivitySummary): object {
  const { fix, ...reason } = refusal ?? {};
  return {
    exchange: id,
    startedAt,
    title,
    path,
    status,
    clientId,
    username,
    test,
    ...reason,
    // Its id is that of the exchange.
    canApplyRemedy: fix !== undefined,
    fix,
  };
}

/** The message without empty parts, and with each document once. */
function shorten({ documents, ...message }: ActivityMessage): object {
  const shown = { ...message, documents: documents.map(({ lines: _lines, ...document }) => document) };
  return Object.fromEntries(
    Object.entries(shown).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  );
}

export function addRefusalTools(server: McpServer, access: ServerAccess): void {
  server.registerTool(
    'list_refusals',
    {
      title: 'List refusals',
      description:
        'Lists the last refused requests of a realm, newest first, each with the rule that refused, the section of the specification, the reason and the remedy. Where canApplyRemedy is true, apply_remedy can make the change.',
      inputSchema: strictObject({
        realm: REALM,
        client: string().optional().describe('Only refusals of this client ID or SAML entity ID.'),
        user: string().optional().describe('Only refusals of this username.'),
        limit: number().int().min(1).max(MAX_LIMIT).optional().describe(`Default: ${DEFAULT_LIMIT}.`),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ realm, limit = DEFAULT_LIMIT, ...query }) =>
      answer(access, async () => {
        const refusals = await findRefusals(await access.realm(realm), query);
        return { count: refusals.length, refusals: refusals.slice(0, limit).map(describeRefusal) };
      }),
  );
  server.registerTool(
    'explain_exchange',
    {
      title: 'Explain exchange',
      description:
        'Shows one exchange decoded: the request, each decision with its rule, and the response, with tokens and SAML messages in clear. Secrets are masked.',
      inputSchema: strictObject({ exchange: EXCHANGE }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ exchange }) =>
      answer(access, async () => {
        const path = `/activity/${encodeURIComponent(exchange)}`;
        const { request, response, ...record } = await access.open().call<ActivityRecord>('GET', path);
        return { ...record, request: shorten(request), response: shorten(response) };
      }),
  );
}
