// Names in the log the mappers of SAML clients that nothing is done with.
import type { Logger } from '#protocol/log/logger.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { findSamlMapperType } from './table.ts';

/** Tells of mappers that do nothing. */
export interface SamlMapperReport {
  /** Looks at the mappers of a client and its scopes, which costs nothing the second time; names each unknown type once for a realm. */
  warnAboutUnsupportedMappers(realm: Realm, client: Client): void;
}

/** Types that are as good as followed: there are no organizations here, and the class that was reached always stands in the answer. */
const QUIET_TYPES: ReadonlySet<string> = new Set([
  'saml-organization-membership-mapper',
  'saml-authn-context-class-ref-mapper',
]);

/** Makes a report with a memory of its own. */
export function createSamlMapperReport(log: Logger): SamlMapperReport {
  const seen = new WeakSet<Client>();
  const named = new Set<string>();
  return {
    warnAboutUnsupportedMappers(realm, client) {
      if (seen.has(client)) return;
      seen.add(client);
      for (const { name, type } of [
        ...client.defaultScopes.flatMap(({ mappers }) => mappers),
        ...client.mappers,
      ]) {
        const key = `${realm.id} ${type}`;
        if (findSamlMapperType(type) !== undefined || QUIET_TYPES.has(type) || named.has(key)) continue;
        named.add(key);
        const place = { realm: realm.name, mapper: name, clientId: client.clientId };
        log.warn('A protocol mapper of a type that is not known here is kept and ignored', {
          type,
          ...place,
        });
      }
    },
  };
}
