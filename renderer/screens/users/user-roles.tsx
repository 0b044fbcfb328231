// A user's realm roles, client roles and groups. Changes of roles take effect immediately.
import { List, MultiSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { MappingsRepresentation } from '#protocol/contract/admin-api.ts';
import type { RoleRepresentation } from '#protocol/contract/realm-representation.ts';
import { useClientRoles, useClients } from '../../api/clients.ts';
import { useChangeRoles, useRealmRoles, useRoleMappings } from '../../api/roles.ts';
import { useUserGroups } from '../../api/users.ts';
import { ClientPicker } from '../../components/client-picker.tsx';
import { announceOutcome } from '../../ui/announce.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

interface RoleSelectProps {
  readonly userId: string;
  readonly label: string;
  readonly clientUuid?: string;
  readonly available: readonly RoleRepresentation[];
  readonly mapped: readonly RoleRepresentation[];
}

function RoleSelect({ userId, label, clientUuid, available, mapped }: RoleSelectProps): ReactNode {
  const change = useChangeRoles(userId);
  const names = mapped.map((role) => role.name);
  const apply = (next: readonly string[]): Promise<void> =>
    announceOutcome(
      change.mutateAsync({
        ...(clientUuid === undefined ? {} : { clientUuid }),
        added: available.filter((role) => next.includes(role.name) && !names.includes(role.name)),
        removed: mapped.filter((role) => !next.includes(role.name)),
      }),
      { failed: 'The roles were not changed' },
    );
  return (
    <MultiSelect
      label={label}
      searchable
      disabled={change.isPending}
      placeholder={names.length === 0 ? 'None' : ''}
      nothingFoundMessage="No matching roles"
      data={[...new Set([...available, ...mapped].map((role) => role.name))]}
      value={names}
      onChange={apply}
    />
  );
}

function ClientRoles({
  userId,
  mappings,
}: {
  readonly userId: string;
  readonly mappings: MappingsRepresentation;
}): ReactNode {
  const clients = useClients();
  const [chosen, choose] = useState<string | undefined>(undefined);
  const firstMapped = Object.values(mappings.clientMappings ?? {})[0]?.id;
  const id = chosen ?? firstMapped ?? clients.data?.[0]?.id;
  const roles = useClientRoles(id);
  const mapped = Object.values(mappings.clientMappings ?? {}).find((row) => row.id === id)?.mappings ?? [];
  return (
    <Stack gap="sm">
      <ClientPicker label="Client" clients={clients.data ?? []} value={id} onChange={choose} />
      {id === undefined ? undefined : (
        <QueryView query={roles} lines={2}>
          {(available) =>
            available.length === 0 ? (
              <Text c="dimmed" fz="sm">
                This client defines no roles.
              </Text>
            ) : (
              <RoleSelect
                userId={userId}
                label="Roles of the client"
                clientUuid={id}
                available={available}
                mapped={mapped}
              />
            )
          }
        </QueryView>
      )}
    </Stack>
  );
}

function Groups({ userId }: { readonly userId: string }): ReactNode {
  const groups = useUserGroups(userId);
  return (
    <QueryView query={groups}>
      {(rows) =>
        rows.length === 0 ? (
          <Text c="dimmed" fz="sm">
            Not a member of any group. Set groups in the realm file or with the admin API.
          </Text>
        ) : (
          <List fz="sm">
            {rows.map((group) => (
              <List.Item key={group.id ?? group.name} ff="monospace">
                {group.path ?? group.name}
              </List.Item>
            ))}
          </List>
        )
      }
    </QueryView>
  );
}

/** The Roles and groups tab. */
export function UserRoles({ userId }: { readonly userId: string }): ReactNode {
  const mappings = useRoleMappings(userId);
  const roles = useRealmRoles();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Section title="Realm roles" summary="Assigned directly. Composite roles add more.">
        <QueryView query={mappings}>
          {(mapped) => (
            <RoleSelect
              userId={userId}
              label="Realm roles"
              available={roles.data ?? []}
              mapped={mapped.realmMappings ?? []}
            />
          )}
        </QueryView>
      </Section>
      <Section title="Client roles" summary="Roles of a single client.">
        <QueryView query={mappings}>
          {(mapped) => <ClientRoles userId={userId} mappings={mapped} />}
        </QueryView>
      </Section>
      <Section title="Groups">
        <Groups userId={userId} />
      </Section>
    </SimpleGrid>
  );
}
