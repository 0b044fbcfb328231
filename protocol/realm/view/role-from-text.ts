// Roles that settings name in one text, as mappers of identity providers do.
import type { Realm, Role } from './realm.ts';

/**
 * The role of a text such as `admin` or `client.role`; both names may contain dots. Compat: the longest prefix that is
 * a client decides, so that a realm role with a dot is found only if no client has the name before the dot.
 */
export function roleFromText(
  realm: Pick<Realm, 'clients' | 'clientRoles' | 'realmRoles'>,
  text: string,
): Role | undefined {
  for (let dot = text.lastIndexOf('.'); dot > 0; dot = text.lastIndexOf('.', dot - 1)) {
    const clientId = text.slice(0, dot);
    if (realm.clients.has(clientId)) return realm.clientRoles.get(clientId)?.get(text.slice(dot + 1));
  }
  return realm.realmRoles.get(text);
}
