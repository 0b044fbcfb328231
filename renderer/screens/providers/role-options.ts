// Roles and groups that a mapper can name, as options of a list.
import type { RoleWire } from '#protocol/contract/roles.ts';
import type { StoredGroup } from '../../api/groups.ts';
import { text } from '../../texts/text.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface OptionGroup {
  readonly group: string;
  readonly items: Option[];
}

/** How settings name a role: its name, after the clientId and a dot if a client owns it. */
export function nameRole({ name, clientId }: Pick<RoleWire, 'name' | 'clientId'>): string {
  return clientId === undefined ? name : `${clientId}.${name}`;
}

/** Words that find the role in a search of the server. */
export function roleSearch(typed: string): string {
  return typed.replaceAll('.', ' ').trim();
}

/**
 * Roles by owner, the realm's first. The chosen role is an option even if it is not among them. No name occurs twice: a
 * realm role may be called like client and role of another.
 */
export function listRoleOptions(roles: readonly RoleWire[], chosen: string): OptionGroup[] {
  const groups = new Map<string | undefined, Option[]>();
  const names = new Set<string>();
  const add = (owner: string | undefined, value: string): void => {
    if (names.has(value)) return;
    names.add(value);
    groups.set(owner, [...(groups.get(owner) ?? []), { value, label: value }]);
  };
  for (const role of roles) add(role.clientId, nameRole(role));
  const ofRealm = groups.get(undefined);
  groups.delete(undefined);
  const other = chosen === '' || names.has(chosen) ? [] : [{ value: chosen, label: chosen }];
  return [
    ...(other.length === 0 ? [] : [{ group: text('providerForms:role.chosen'), items: other }]),
    ...(ofRealm === undefined ? [] : [{ group: text('providerForms:role.realm'), items: ofRealm }]),
    ...[...groups].map(([owner, items]) => ({
      group: text('providerForms:role.client', { client: owner ?? '' }),
      items,
    })),
  ];
}

/** Paths of groups. The chosen one is an option even if it is not among them. */
export function listGroupOptions(groups: readonly StoredGroup[], chosen: string): string[] {
  const paths = groups.map(({ path }) => path);
  return chosen === '' || paths.includes(chosen) ? paths : [chosen, ...paths];
}
