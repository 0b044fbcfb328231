// The OpenAPI document of /emulator/v1, generated from the table of routes.
import type { Reply } from '#protocol/http/exchange.ts';
import { ok } from '../admin-route.ts';

/** Loaded on demand: few callers need it. */
export async function readOpenApi(): Promise<Reply> {
  const { default: document } = await import('#protocol/contract/openapi.json', { with: { type: 'json' } });
  return ok(document);
}
