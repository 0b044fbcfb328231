// Logs the unsupported mappers of SAML clients.
import type { Logger } from '#protocol/log/logger.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { findSamlMapperType } from './table.ts';

export interface SamlMapperReport {
  /** Logs each unknown mapper type once per realm; repeated calls for a client cost nothing. */
  warnAboutUnsupportedMappers(realm: Realm, client: Client): void;
}

/** Without effect here: there are no organizations, and responses always name the context class. */
const QUIET_TYPES: ReadonlySet<string> = new Set([
  'saml-organization-membership-mapper',
  'saml-authn-context-class-ref-mapper',
]);

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
        const parameters = { type, realm: realm.name, mapper: name, clientId: client.clientId };
        log.warn('A protocol mapper of an unknown type is kept and ignored', parameters);
      }
    },
  };
}
