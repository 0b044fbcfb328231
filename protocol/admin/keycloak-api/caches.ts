// Clears caches as Keycloak's paths do: the fetched keys of clients are the only ones of this server.

import { changeRow, DONE, type RealmRow } from '../admin-route.ts';

const MANAGE = ['manage-realm'] as const;

/** Realms and users are always read as they are. `forgetClientKeys` makes the next request fetch keys again. */
export function createCacheRows(forgetClientKeys: () => void): readonly RealmRow[] {
  const row = (kind: string, clear: () => void): RealmRow =>
    changeRow('POST', `/clear-${kind}-cache`, MANAGE, `Clear ${kind} cache`, () => {
      clear();
      return DONE;
    });
  const nothing = (): void => undefined;
  return [row('realm', nothing), row('user', nothing), row('keys', forgetClientKeys), row('crl', nothing)];
}
