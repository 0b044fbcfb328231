// Logs the unsupported mappers of SAML clients.
import type { Logger } from '#protocol/log/logger.ts';
import type { MapperWarnings } from '#protocol/realm/report/mapper-warnings.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';

export interface SamlMapperReport {
  /** Logs each mapper type without effect once per realm; repeated calls for a client cost nothing. */
  warnAboutUnsupportedMappers(realm: Realm, client: Client): void;
}

export function createSamlMapperReport(log: Logger, warnings: MapperWarnings): SamlMapperReport {
  const seen = new WeakSet<Client>();
  return {
    warnAboutUnsupportedMappers(realm, client) {
      if (seen.has(client)) return;
      seen.add(client);
      for (const mapper of [...client.defaultScopes.flatMap(({ mappers }) => mappers), ...client.mappers])
        warnings.warn(log, realm, client, mapper);
    },
  };
}
