// A role in a list: a link to it, after the client that owns it.
import { Anchor, Badge, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { RoleWire } from '#protocol/contract/roles.ts';

/** Path of a role's screen. */
export function rolePath(id: string): string {
  return `/roles/${encodeURIComponent(id)}`;
}

/** The clientId of the role's owner; nothing for a realm role. */
function RoleOwner({ role: { clientId } }: { readonly role: RoleWire }): ReactNode {
  return clientId === undefined ? undefined : (
    <Badge
      variant="default"
      size="sm"
      radius="sm"
      tt="none"
      fw={500}
      maw="50%"
      style={{ flexShrink: 0 }}
      title={clientId}
    >
      {clientId}
    </Badge>
  );
}

/** The name is a link unless `isLink` is false, as in a dialog. `hasOwner`: shows the client of a client role. */
export function RoleLabel({
  role,
  isLink = true,
  hasOwner = true,
}: {
  readonly role: RoleWire;
  readonly isLink?: boolean;
  readonly hasOwner?: boolean;
}): ReactNode {
  const name = {
    ff: 'monospace',
    fz: 'sm',
    style: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  } as const;
  return (
    <Group gap={6} wrap="nowrap" miw={0} title={role.name}>
      {hasOwner ? <RoleOwner role={role} /> : undefined}
      {isLink ? (
        <Anchor component={Link} to={rolePath(role.id)} underline="hover" {...name}>
          {role.name}
        </Anchor>
      ) : (
        <span style={{ ...name.style, fontFamily: 'var(--mantine-font-family-monospace)' }}>{role.name}</span>
      )}
    </Group>
  );
}
