// Tools for the change that would accept a refused request: preview, apply, undo.
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { boolean, number, strictObject, string } from 'zod';
import type { AppliedFixWire, FixPreviewWire } from '#protocol/contract/fixes.ts';
import { EXCHANGE, REALM } from './arguments.ts';
import { answer, ToolRefusal } from './result.ts';
import type { ServerAccess } from './server-access.ts';

const INPUT = {
  password: 'For a remedy that creates a user or sets a password.',
  secret: 'For a remedy that sets a client secret.',
  seconds: 'For a remedy that raises a lifespan. Default: as in the preview.',
} as const;

export function addRemedyTools(server: McpServer, access: ServerAccess): void {
  server.registerTool(
    'apply_remedy',
    {
      title: 'Apply remedy',
      description:
        'Changes the setting that would accept a refused request. Without confirm, nothing is changed: the result is a preview with the settings before and after, which the user should see first.',
      inputSchema: strictObject({
        realm: REALM,
        exchange: EXCHANGE,
        confirm: boolean().optional().describe('Make the change. Default: false.'),
        state: string()
          .optional()
          .describe('From the preview: the change is refused if the settings have changed since.'),
        password: string().optional().describe(INPUT.password),
        secret: string().optional().describe(INPUT.secret),
        seconds: number().int().optional().describe(INPUT.seconds),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    ({ realm, exchange, confirm = false, ...input }) =>
      answer(access, async () => {
        await access.realm(realm);
        const path = `/realms/${encodeURIComponent(realm)}/activity/${encodeURIComponent(exchange)}/fix`;
        const connection = access.open();
        if (confirm)
          return { applied: true, ...(await connection.call<AppliedFixWire>('POST', path, input)) };
        const [given] = Object.entries(input).find(([, value]) => value !== undefined) ?? [];
        if (given !== undefined && given !== 'state')
          throw new ToolRefusal(`${given} is used only with confirm: true. Leave it out for a preview.`);
        return { applied: false, ...(await connection.call<FixPreviewWire>('GET', path)) };
      }),
  );
  server.registerTool(
    'undo_remedy',
    {
      title: 'Undo remedy',
      description: 'Restores exactly the settings that apply_remedy has changed.',
      inputSchema: strictObject({
        realm: REALM,
        id: string().min(1).describe('As in the result of apply_remedy.'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    ({ realm, id }) =>
      answer(access, async () => {
        await access.realm(realm);
        const path = `/realms/${encodeURIComponent(realm)}/fixes/${encodeURIComponent(id)}`;
        await access.open().call('DELETE', path);
        return { undone: true };
      }),
  );
}
