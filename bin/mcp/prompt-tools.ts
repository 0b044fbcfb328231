// The tool that answers what a user is asked on the authentication device.
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { enum as choice, number, strictObject, string } from 'zod';
import type { DeviceWaitedWire } from '#protocol/contract/device.ts';
import { REALM } from './arguments.ts';
import { answer, ToolRefusal } from './result.ts';
import type { ServerAccess } from './server-access.ts';

const DEFAULT_WAIT_MS = 5000;
const MAX_WAIT_MS = 30_000;

export function addPromptTools(server: McpServer, access: ServerAccess): void {
  server.registerTool(
    'answer_prompt',
    {
      title: 'Answer prompt',
      description:
        'Approves, denies or cancels what a user is asked on the authentication device: a CIBA prompt, or with kind code a code of the device grant. Waits for it if it is not there yet.',
      inputSchema: strictObject({
        realm: REALM,
        answer: choice(['approve', 'deny', 'cancel']).describe('Codes: approve or deny.'),
        kind: choice(['prompt', 'code'])
          .optional()
          .describe('Default: prompt, or code if userCode is given.'),
        user: string()
          .optional()
          .describe('Username. Of a prompt: whose it is. Of a code: who answers it; needed to approve.'),
        client: string().optional().describe('Only of this client ID.'),
        userCode: string().optional().describe('Only this code of the device grant.'),
        wait: number()
          .int()
          .min(0)
          .max(MAX_WAIT_MS)
          .optional()
          .describe(`In milliseconds. Default: ${DEFAULT_WAIT_MS}.`),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    ({ realm, wait = DEFAULT_WAIT_MS, ...match }) =>
      answer(access, async () => {
        await access.realm(realm);
        const path = `/realms/${encodeURIComponent(realm)}/device/wait`;
        const { timedOut, ...waited } = await access
          .open()
          .call<DeviceWaitedWire>('POST', path, { wait, ...match });
        if (!timedOut) return waited;
        throw new ToolRefusal(
          `Nothing that matches was pending within ${wait} ms, and nothing was answered. Check that the application has sent its request: list_refusals shows why one was refused.`,
        );
      }),
  );
}
