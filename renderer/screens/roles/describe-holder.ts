// What the lists of a role say about a user besides the username.
import type { RoleHolder } from '../../api/role-holders.ts';
import { text } from '../../texts/text.ts';

/** Name, e-mail address, and whether the user is disabled or a service account; empty for a group. */
export function describeHolder({ user }: Pick<RoleHolder, 'user'>): string {
  if (user === undefined) return '';
  const { firstName, lastName, email, enabled, serviceAccountClientId: client } = user;
  const parts = [
    [firstName, lastName].filter(Boolean).join(' '),
    email,
    client === undefined ? '' : text('roles:holders.serviceAccount', { client }),
    enabled ? '' : text('roles:holders.disabled'),
  ];
  return parts.filter(Boolean).join(', ');
}
