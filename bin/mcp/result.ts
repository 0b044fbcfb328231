// Results of tools: JSON for the agent, or an error that says what to do.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ServerAccess } from './server-access.ts';

/** A request that a tool refuses itself. The message says how to ask. */
export class ToolRefusal extends Error {
  override readonly name: string = 'ToolRefusal';
}

/**
 * Runs a tool. A failure becomes a result with `isError`, which the agent reads and can act on; the connection goes on.
 */
export async function answer(access: ServerAccess, run: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await run(), undefined, 2) }] };
  } catch (error) {
    return { content: [{ type: 'text', text: access.explain(error) }], isError: true };
  }
}
