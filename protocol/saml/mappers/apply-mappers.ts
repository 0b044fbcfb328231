// Applies the protocol mappers of a client and its scopes to an assertion.
import type { Client, ProtocolMapper } from '#protocol/realm/view/realm.ts';
import { effectiveRoles, type RoleSet, rolesInScope } from '#protocol/realm/view/roles.ts';
import type { SamlAttribute } from '../messages/assertion.ts';
import type { SamlMapperContext, SamlMapperType } from './mapper.ts';
import { findSamlMapperType } from './table.ts';

export interface Mapped {
  readonly attributes: readonly SamlAttribute[];
  readonly audiences: readonly string[];
  /** The name identifier by the mapper for a format; undefined if there is no such mapper. */
  nameIdFor(
    format: string,
  ): { readonly value: string | undefined; readonly mapper: ProtocolMapper } | undefined;
}

interface Row {
  readonly mapper: ProtocolMapper;
  readonly type: SamlMapperType;
}

/** What one mapper contributes. */
export interface MappedPart extends Row, Pick<Mapped, 'attributes' | 'audiences'> {}

/** Follows the mappers, for previews. */
export interface SamlMapperObserver {
  /** A mapper changed the roles. */
  rolesMapped(mapper: ProtocolMapper, before: RoleSet, after: RoleSet): void;
  /** The contributions in the order of the assertion. */
  mapped(parts: readonly MappedPart[], context: SamlMapperContext): void;
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

/** `observer` is for previews. */
export function applySamlMappers(
  subject: Omit<SamlMapperContext, 'roles'>,
  observer?: SamlMapperObserver,
): Mapped {
  const { realm, client, user } = subject;
  const rows = findRows(client);
  const granted = rolesInScope(realm, effectiveRoles(realm, user), client, client.defaultScopes);
  const roles = rows.reduce((set, { type, mapper }) => {
    const next = type.mapRoles?.(set, mapper.config) ?? set;
    if (next !== set) observer?.rolesMapped(mapper, set, next);
    return next;
  }, granted);
  const context: SamlMapperContext = { ...subject, roles };
  const parts = rows.map(
    (row): MappedPart => ({
      ...row,
      attributes: row.type.listAttributes?.(row.mapper.config, context) ?? [],
      audiences: row.type.listAudiences?.(row.mapper.config, context) ?? [],
    }),
  );
  observer?.mapped(parts, context);
  return {
    attributes: parts.flatMap(({ attributes }) => attributes),
    audiences: parts.flatMap(({ audiences }) => audiences),
    nameIdFor(format) {
      for (const { type, mapper } of rows) {
        const mapped = type.mapNameId?.(mapper.config, context);
        if (mapped?.format === format) return { value: mapped.value, mapper };
      }
      return undefined;
    },
  };
}
