// Logs mappers without effect when they are first used, unless the import report has named their type.
import type { IneffectiveSettingWire } from '#protocol/contract/import-report.ts';
import { findMissingEffect } from '#protocol/contract/settings/mapper.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Client, ProtocolMapper, Realm } from '../view/realm.ts';

/** Each type is named once per realm while the server runs, whichever protocol uses it. */
export interface MapperWarnings {
  /** Records the mapper types in lines of the import report, which have been logged. */
  recordReported(realmId: string, lines: readonly IneffectiveSettingWire[]): void;
  /** Logs a mapper whose type does nothing in the protocol of its client, if anything is missing without it. */
  warn(log: Logger, realm: Realm, client: Client, mapper: ProtocolMapper): void;
}

export function createMapperWarnings(): MapperWarnings {
  const named = new Set<string>();
  const keyOf = (realmId: string, type: string): string => `${realmId} ${type}`;
  return {
    recordReported(realmId, lines) {
      for (const { path, value } of lines)
        if (value !== undefined && path.endsWith('.protocolMapper')) named.add(keyOf(realmId, value));
    },
    warn(log, realm, client, { name, type }) {
      const missing = findMissingEffect(type);
      const key = keyOf(realm.id, type);
      if (missing === undefined || named.has(key)) return;
      named.add(key);
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
