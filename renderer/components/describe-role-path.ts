// Words for where a role comes from.
import type { RoleNameWire, RolePathWire } from '#protocol/contract/roles.ts';
import { text } from '../texts/text.ts';

/** `reader`, `api: read`. */
export function roleText({ name, clientId }: RoleNameWire): string {
  return clientId === undefined ? name : `${clientId}: ${name}`;
}

/** `assigned`, `group /staff`, `composite boss › deputy`, `group /staff › boss › deputy`. */
export function originText({ group, roles }: RolePathWire): string {
  const chain = roles.map(roleText);
  if (group !== undefined)
    return text('roleLists:origin.group', {
      path: [group, ...(chain.length > 1 ? chain : [])].join(' › '),
    });
  return chain.length > 1
    ? text('roleLists:origin.composite', { path: chain.join(' › ') })
    : text('roleLists:origin.assigned');
}
