// Applies the protocol mappers of a client and its scopes to an assertion.
import type { Client, ProtocolMapper } from '#protocol/realm/view/realm.ts';
import { effectiveRoles, rolesInScope } from '#protocol/realm/view/roles.ts';
import type { SamlAttribute } from '../messages/assertion.ts';
import type { SamlMapperContext, SamlMapperType } from './mapper.ts';
import { findSamlMapperType } from './table.ts';

export interface Mapped {
  readonly attributes: readonly SamlAttribute[];
  readonly audiences: readonly string[];
  /** The name identifier by the mapper for a format; undefined if there is no such mapper. */
  nameIdFor(format: string): { readonly value: string | undefined; readonly mapper: string } | undefined;
}

interface Row {
  readonly mapper: ProtocolMapper;
  readonly type: SamlMapperType;
}

const rowsOf = new WeakMap<Client, readonly Row[]>();

/** The mappers of the client's scopes, then its own. */
function findRows(client: Client): readonly Row[] {
  const known = rowsOf.get(client);
  if (known !== undefined) return known;
  const mappers = [...client.defaultScopes.flatMap((scope) => scope.mappers), ...client.mappers];
  const all = mappers.flatMap((mapper): Row[] => {
    const type = findSamlMapperType(mapper.type);
    return type === undefined ? [] : [{ mapper, type }];
  });
  const rows = all.filter(
    ({ type }, index) =>
      type.isSingle !== true || all.findLastIndex((other) => other.type === type) === index,
  );
  rowsOf.set(client, rows);
  return rows;
}

export function applySamlMappers(subject: Omit<SamlMapperContext, 'roles'>): Mapped {
  const { realm, client, user } = subject;
  const rows = findRows(client);
  const granted = rolesInScope(realm, effectiveRoles(realm, user), client, client.defaultScopes);
  const roles = rows.reduce((set, { type, mapper }) => type.mapRoles?.(set, mapper.config) ?? set, granted);
  const context: SamlMapperContext = { ...subject, roles };
  return {
    attributes: rows.flatMap(({ type, mapper }) => type.listAttributes?.(mapper.config, context) ?? []),
    audiences: rows.flatMap(({ type, mapper }) => type.listAudiences?.(mapper.config, context) ?? []),
    nameIdFor(format) {
      for (const { type, mapper } of rows) {
        const mapped = type.mapNameId?.(mapper.config, context);
        if (mapped?.format === format) return { value: mapped.value, mapper: mapper.name };
      }
      return undefined;
    },
  };
}
