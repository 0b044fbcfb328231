// Words for what put a claim into a token: mappers, client scopes, roles and how a user has them.
import type { RoleNameWire, RolePathWire } from '#protocol/contract/roles.ts';
import type {
  PreviewClaimWire,
  PreviewMapperWire,
  PreviewRoleWire,
} from '#protocol/contract/token-preview.ts';
import { text } from '../texts/text.ts';

/** `realm_access.roles`. */
export function pathText(path: readonly string[]): string {
  return path.join('.');
}

/** A value on one line per element of a list. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0) return value.map(valueText).join('\n');
  return JSON.stringify(value, undefined, 2) ?? String(value);
}

/** `reader`, `api: read`, `default-roles-demo (default role)`. */
function roleText({ name, clientId, isDefault }: RoleNameWire): string {
  const named = clientId === undefined ? name : `${clientId}: ${name}`;
  return isDefault === true ? text('mappers:role.default', { role: named }) : named;
}

/** `directly`, `group /staff`, `group /staff, by boss, deputy`. */
function wayText({ group, roles }: RolePathWire): string {
  const composites = roles.slice(0, -1).map(roleText).join(' → ');
  if (group === undefined)
    return composites === ''
      ? text('mappers:role.directly')
      : text('mappers:role.composite', { roles: composites });
  return composites === ''
    ? text('mappers:role.group', { group })
    : text('mappers:role.groupComposite', { group, roles: composites });
}

/** A role, and after it how the user has it. */
export function describeRole(role: PreviewRoleWire): { readonly name: string; readonly ways: string } {
  const name = roleText(role);
  const ways = role.paths.map(wayText).join('; ');
  if (role.mapper === undefined) return { name, ways: ways === '' ? text('mappers:role.unassigned') : ways };
  const mapper = role.mapper.name;
  if (role.renamedFrom === undefined) return { name, ways: text('mappers:role.added', { mapper }) };
  return { name, ways: text('mappers:role.renamed', { role: roleText(role.renamedFrom), mapper, ways }) };
}

/** Where a mapper belongs. */
export function mapperPlace({ scope }: PreviewMapperWire): string {
  if (scope === undefined) return text('mappers:cause.ownMapper');
  return text(scope.assigned === 'default' ? 'mappers:cause.defaultScope' : 'mappers:cause.optionalScope', {
    scope: scope.name,
  });
}

/** What the causes of a claim have replaced; undefined if nothing that a reader could wonder about. */
export function describeOverridden({ overridden = [] }: PreviewClaimWire): string | undefined {
  const names = overridden.flatMap(({ kind, mapper }) =>
    mapper === undefined
      ? kind === 'user'
        ? [text('mappers:cause.overriddenUser')]
        : []
      : [text('mappers:cause.overriddenMapper', { mapper: mapper.name })],
  );
  return names.length === 0
    ? undefined
    : text('mappers:cause.overrides', { names: [...new Set(names)].join(', ') });
}
