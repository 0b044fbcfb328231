// Filters of the Sessions screen.
import { Group, SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useClients } from '../../api/clients.ts';
import type { SessionFilter } from '../../api/sessions.ts';
import { text } from '../../texts/text.ts';
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
        label={text('sessions:filter.search')}
        placeholder={text('sessions:filter.searchPlaceholder')}
        w={196}
        value={filter.text}
        onChange={(words) => onChange({ text: words })}
      />
      <Select
        aria-label={text('sessions:filter.client')}
        placeholder={text('sessions:filter.allClients')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': text('sessions:filter.allClients') }}
        nothingFoundMessage={text('sessions:filter.noClients')}
        w={196}
        data={clients.map((client) => client.clientId)}
        value={filter.client === '' ? null : filter.client}
        onChange={(client) => onChange({ client: client ?? '' })}
      />
      <SegmentedControl
        aria-label={text('sessions:filter.type')}
        data={[
          { value: '', label: text('sessions:filter.all') },
          { value: 'browser', label: text('sessions:filter.browser') },
          { value: 'offline', label: text('sessions:filter.offline') },
        ]}
        value={filter.kind}
        onChange={(kind) => onChange({ kind: kind as SessionFilter['kind'] })}
      />
    </Group>
  );
}
