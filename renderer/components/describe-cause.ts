// Words for what put a claim into a token: mappers, client scopes, roles and how a user has them.
import type { RoleNameWire, RolePathWire } from '#protocol/contract/roles.ts';
import type {
  PreviewClaimWire,
  PreviewMapperWire,
  PreviewRoleWire,
} from '#protocol/contract/token-preview.ts';

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
  return isDefault === true ? `${named} (default role)` : named;
}

/** `directly`, `group /staff`, `group /staff, by boss, deputy`. */
function wayText({ group, roles }: RolePathWire): string {
  const from = group === undefined ? 'directly' : `group ${group}`;
  const composites = roles.slice(0, -1).map(roleText);
  if (composites.length === 0) return from;
  const by = `composite ${composites.join(' → ')}`;
  return group === undefined ? by : `${from}, ${by}`;
}

/** A role, and after it how the user has it. */
export function describeRole(role: PreviewRoleWire): { readonly name: string; readonly ways: string } {
  const name = roleText(role);
  const ways = role.paths.map(wayText).join('; ');
  if (role.mapper === undefined) return { name, ways: ways === '' ? 'no longer assigned' : ways };
  if (role.renamedFrom === undefined) return { name, ways: `added by mapper ${role.mapper.name}` };
  return {
    name,
    ways: `${roleText(role.renamedFrom)}, renamed by mapper ${role.mapper.name}: ${ways}`,
  };
}

/** Where a mapper belongs. */
export function mapperPlace({ scope }: PreviewMapperWire): string {
  return scope === undefined ? 'mapper of this client' : `client scope ${scope.name} (${scope.assigned})`;
}

/** What the causes of a claim have replaced; undefined if nothing that a reader could wonder about. */
export function describeOverridden({ overridden = [] }: PreviewClaimWire): string | undefined {
  const names = overridden.flatMap(({ kind, mapper }) =>
    mapper === undefined ? (kind === 'user' ? ['the user’s own claim'] : []) : [`mapper ${mapper.name}`],
  );
  return names.length === 0 ? undefined : `Overrides ${[...new Set(names)].join(', ')}`;
}
