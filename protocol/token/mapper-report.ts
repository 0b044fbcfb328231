// Logs warnings about protocol mappers without effect: an unsupported type, or a claim that only the server sets.
import type { Logger } from '#protocol/log/logger.ts';
import type { MapperWarnings } from '#protocol/realm/report/mapper-warnings.ts';
import type { Client, ClientScope, ProtocolMapper, Realm } from '#protocol/realm/view/realm.ts';
import { isProtocolClaim } from './mappers/mapper.ts';
import { findMapperType } from './mappers/table.ts';

export interface MapperReport {
  /** Checks the mappers of a client and its scopes, once per pair. Logs each finding once per realm. */
  warnAboutUnsupportedMappers(realm: Realm, client: Client, scopes: readonly ClientScope[]): void;
}

export function createMapperReport(log: Logger, warnings: MapperWarnings): MapperReport {
  const seen = new WeakMap<Client, WeakSet<readonly ClientScope[]>>();
  const named = new Set<string>();

  const check = (realm: Realm, client: Client, mapper: ProtocolMapper): void => {
    const { name, type, config } = mapper;
    const claim = config['claim.name'] ?? '';
    const key = `${realm.id} ${client.id} ${name} ${claim}`;
    if (findMapperType(type) === undefined) warnings.warn(log, realm, client, mapper);
    else if (isProtocolClaim(claim) && !named.has(key)) {
      named.add(key);
      const place = { realm: realm.name, mapper: name, clientId: client.clientId };
      log.warn('A protocol mapper for a claim that only the server sets is ignored', { claim, ...place });
    }
  };

  return {
    warnAboutUnsupportedMappers(realm, client, scopes) {
      const known = seen.get(client) ?? new WeakSet<readonly ClientScope[]>();
      if (known.has(scopes)) return;
      seen.set(client, known.add(scopes));
      for (const mapper of [...scopes.flatMap((scope) => scope.mappers), ...client.mappers])
        check(realm, client, mapper);
    },
  };
}
