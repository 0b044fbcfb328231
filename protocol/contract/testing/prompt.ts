// A prompt of the authentication device for tests of what is made of prompts.
import type { PromptWire } from '../device.ts';

/** A prompt that waits, of the client Till for Alice, with what the test is about in place of the usual. */
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
