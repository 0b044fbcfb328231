// What follows from a change of a client's form for members that the form does not show.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';

/** The change with what it brings along: a public client keeps no service account (RFC 6749 §4.4), keys come from one place. */
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
