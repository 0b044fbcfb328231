// Logs mappers without effect when they are first used, unless the import report has named their type.
import type { IneffectiveSettingWire } from '#protocol/contract/import-report.ts';
import { findMissingEffect } from '#protocol/contract/settings/mapper.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Client, ProtocolMapper, Realm } from '../view/realm.ts';
import { remember } from '../view/remember.ts';

/** Each type is named once per realm while the server runs, whichever protocol uses it. */
export interface MapperWarnings {
  /** Records the mapper types in lines of the import report, which have been logged. */
  recordReported(realmId: string, lines: readonly IneffectiveSettingWire[]): void;
  /** A clone's mappers are those of its template, which have been logged. */
  copy(fromRealmId: string, toRealmId: string): void;
  forget(realmId: string): void;
  /** Logs a mapper whose type does nothing in the protocol of its client, if anything is missing without it. */
  warn(log: Logger, realm: Realm, client: Client, mapper: ProtocolMapper): void;
}

export function createMapperWarnings(): MapperWarnings {
  const named = new Map<string, Set<string>>();
  const add = (realmId: string, type: string): void => {
    remember(named, realmId, () => new Set<string>()).add(type);
  };
  return {
    recordReported(realmId, lines) {
      for (const { path, value } of lines)
        if (value !== undefined && path.endsWith('.protocolMapper')) add(realmId, value);
    },
    copy(fromRealmId, toRealmId) {
      for (const type of named.get(fromRealmId) ?? []) add(toRealmId, type);
    },
    forget(realmId) {
      named.delete(realmId);
    },
    warn(log, realm, client, { name, type }) {
      const missing = findMissingEffect(type);
      if (missing === undefined || named.get(realm.id)?.has(type) === true) return;
      add(realm.id, type);
      log.warn('A protocol mapper has no effect here', {
        realm: realm.name,
        mapper: name,
        type,
        clientId: client.clientId,
        instead: missing.instead,
      });
    },
  };
}
