// Completes a change of a client's form with members that the form does not show.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';

/** A public client has no service account (RFC 6749 §4.4), and keys come from a single source. */
export function completeChange(
  client: ClientRepresentation,
  part: Readonly<Record<string, unknown>>,
): ClientRepresentation {
  const change: ClientRepresentation = { clientId: client.clientId, ...part };
  if (change.publicClient === true) change.serviceAccountsEnabled = false;
  const { attributes } = change;
  if (attributes?.['use.jwks.url'] === 'true')
    change.attributes = { ...attributes, 'use.jwks.string': 'false' };
  return change;
}
