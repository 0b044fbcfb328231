// Which client scope a mapper comes from, for previews.
import type { IgnoredMapperWire, PreviewMapperWire } from '#protocol/contract/token-preview.ts';
import type { Client, ClientScope, ProtocolMapper } from '#protocol/realm/view/realm.ts';

/** A mapper as previews name it. */
export type NameMapper = (mapper: ProtocolMapper) => PreviewMapperWire;

/** Names the mappers of a client and of the client scopes that apply to it. */
export function createMapperNames(client: Client, scopes: readonly ClientScope[]): NameMapper {
  const owners = new Map(scopes.flatMap((scope) => scope.mappers.map((mapper) => [mapper, scope] as const)));
  return (mapper) => {
    const named = { id: mapper.representation.id ?? '', name: mapper.name, type: mapper.type };
    const scope = owners.get(mapper);
    if (scope === undefined) return named;
    const assigned = client.defaultScopes.includes(scope) ? 'default' : 'optional';
    return { ...named, scope: { id: scope.id, name: scope.name, assigned } };
  };
}

/** The mappers that write nothing whatever the user is. `judge` returns the reason, if there is one. */
export function listIgnoredMappers(
  client: Client,
  scopes: readonly ClientScope[],
  judge: (mapper: ProtocolMapper) => IgnoredMapperWire['reason'] | undefined,
): IgnoredMapperWire[] {
  const nameMapper = createMapperNames(client, scopes);
  return [...scopes.flatMap(({ mappers }) => mappers), ...client.mappers].flatMap((mapper) => {
    const reason = judge(mapper);
    return reason === undefined ? [] : [{ mapper: nameMapper(mapper), reason }];
  });
}
