// Filters of the Sessions screen.
import { Group, SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useClients } from '../../api/clients.ts';
import type { SessionFilter } from '../../api/sessions.ts';
import { SearchField } from '../../ui/search-field.tsx';

interface Props {
  readonly filter: SessionFilter;
  readonly onChange: (part: Partial<SessionFilter>) => void;
}

/** Text, client and type. */
export function SessionFilters({ filter, onChange }: Props): ReactNode {
  const clients = useClients().data ?? [];
  return (
    <Group gap="sm">
      <SearchField
        label="Search sessions"
        placeholder="User or IP address"
        w={196}
        value={filter.text}
        onChange={(text) => onChange({ text })}
      />
      <Select
        aria-label="Client"
        placeholder="All clients"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All clients' }}
        nothingFoundMessage="No matching clients"
        w={196}
        data={clients.map((client) => client.clientId)}
        value={filter.client === '' ? null : filter.client}
        onChange={(client) => onChange({ client: client ?? '' })}
      />
      <SegmentedControl
        aria-label="Session type"
        data={[
          { value: '', label: 'All' },
          { value: 'browser', label: 'Browser' },
          { value: 'offline', label: 'Offline' },
        ]}
        value={filter.kind}
        onChange={(kind) => onChange({ kind: kind as SessionFilter['kind'] })}
      />
    </Group>
  );
}
