// Words for where a role comes from.
import type { RoleNameWire, RolePathWire } from '#protocol/contract/roles.ts';

/** `reader`, `api: read`. */
export function roleText({ name, clientId }: RoleNameWire): string {
  return clientId === undefined ? name : `${clientId}: ${name}`;
}

/** `assigned`, `group /staff`, `composite boss › deputy`, `group /staff › boss › deputy`. */
export function originText({ group, roles }: RolePathWire): string {
  const chain = roles.map(roleText);
  if (group !== undefined)
    return ['group ', [group, ...(chain.length > 1 ? chain : [])].join(' › ')].join('');
  return chain.length > 1 ? `composite ${chain.join(' › ')}` : 'assigned';
}
