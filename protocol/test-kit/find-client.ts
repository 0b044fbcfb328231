// Finds the client of a session or token that a test asks for.
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { KitError } from './kit-error.ts';

/**
 * An OpenID Connect client that can get tokens. `member`: where the request names it.
 * @throws {KitError} 400 for an unknown client or one of another protocol, 409 for one that gets no tokens.
 */
export function findClient(realm: Realm, clientId: string, member: string): Client {
  const client = realm.clients.get(clientId);
  if (client === undefined)
    throw new KitError(
      400,
      `${member}: realm ${realm.name} has no client "${clientId}".`,
      'Create the client first, or correct its clientId.',
    );
  if (client.protocol !== 'openid-connect')
    throw new KitError(
      400,
      `${member}: client ${clientId} uses ${client.protocol} and gets no tokens.`,
      'Name an OpenID Connect client. A service provider joins the session when the browser opens it.',
    );
  if (!client.enabled)
    throw new KitError(
      409,
      `${member}: client ${clientId} is disabled.`,
      `Set enabled of client ${clientId} to true.`,
    );
  if (client.kind === 'bearer-only')
    throw new KitError(
      409,
      `${member}: client ${clientId} is bearer-only and gets no tokens.`,
      `Set bearerOnly of client ${clientId} to false, or name the client that calls it.`,
    );
  return client;
}
