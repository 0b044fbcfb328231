// Names in the log what protocol mappers ask for and do not get: an unknown type, a claim of the server itself.
import type { Logger } from '#protocol/log/logger.ts';
import type { Client, ClientScope, ProtocolMapper, Realm } from '#protocol/realm/view/realm.ts';
import { isProtocolClaim } from './mappers/mapper.ts';
import { findMapperType } from './mappers/table.ts';

/** Tells of mappers that do nothing. */
export interface MapperReport {
  /** Looks at the mappers of a client and its scopes, which costs nothing the second time; names each finding once for a realm. */
  warnAboutUnsupportedMappers(realm: Realm, client: Client, scopes: readonly ClientScope[]): void;
}

/** Makes a report with a memory of its own. */
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
      const text = 'A protocol mapper of a type that is not known here is kept and ignored';
      nameOnce(`${realm.id} ${type}`, text, { type, ...place });
    } else if (isProtocolClaim(claim)) {
      const text = 'A protocol mapper names a claim that only the server sets; the claim stays as it is';
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
