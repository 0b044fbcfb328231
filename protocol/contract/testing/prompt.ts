// Creates prompts of the authentication device for tests.
import type { PromptWire } from '../device.ts';

/** A pending prompt of the client Till for Alice; `part` overrides members. */
export function testPrompt(id: string, part: Partial<PromptWire> = {}): PromptWire {
  return {
    id,
    realm: 'demo',
    clientId: 'till',
    clientName: 'Till',
    username: 'alice',
    name: 'Alice Example',
    consentRequired: false,
    scopes: [],
    parameters: {},
    receivedAt: 0,
    expiresAt: 120_000,
    state: 'pending',
    ...part,
  };
}
