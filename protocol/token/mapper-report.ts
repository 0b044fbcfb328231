// Logs warnings about protocol mappers without effect: an unknown type, or a claim that only the server sets.
import type { Logger } from '#protocol/log/logger.ts';
import type { Client, ClientScope, ProtocolMapper, Realm } from '#protocol/realm/view/realm.ts';
import { isProtocolClaim } from './mappers/mapper.ts';
import { findMapperType } from './mappers/table.ts';

export interface MapperReport {
  /** Checks the mappers of a client and its scopes, once per pair. Logs each finding once per realm. */
  warnAboutUnsupportedMappers(realm: Realm, client: Client, scopes: readonly ClientScope[]): void;
}

export function createMapperReport(log: Logger): MapperReport {
  const seen = new WeakMap<Client, WeakSet<readonly ClientScope[]>>();
  const named = new Set<string>();

  const nameOnce = (key: string, text: string, parameters: Record<string, string>): void => {
    if (named.has(key)) return;
    named.add(key);
    log.warn(text, parameters);
  };

  const check = (realm: Realm, client: Client, { name, type, config }: ProtocolMapper): void => {
    const place = { realm: realm.name, mapper: name, clientId: client.clientId };
    const claim = config['claim.name'] ?? '';
    if (findMapperType(type) === undefined) {
      const text = 'A protocol mapper of an unknown type is kept but ignored';
      nameOnce(`${realm.id} ${type}`, text, { type, ...place });
    } else if (isProtocolClaim(claim)) {
      const text = 'A protocol mapper for a claim that only the server sets is ignored';
      nameOnce(`${realm.id} ${client.id} ${name} ${claim}`, text, { claim, ...place });
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
