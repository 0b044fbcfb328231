// Selects one of the realm's clients.
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StoredClient } from '../api/clients.ts';
import { text } from '../texts/text.ts';

interface Props {
  readonly clients: readonly StoredClient[];
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
}

/** Searchable by clientId; `value` is the client's id. */
export function ClientPicker({ clients, label, value, onChange }: Props): ReactNode {
  return (
    <Select
      label={label}
      searchable
      allowDeselect={false}
      nothingFoundMessage={text('components:picker.noClients')}
      data={clients.map((client) => ({ value: client.id, label: client.clientId }))}
      value={value ?? null}
      onChange={(id) => {
        if (id !== null) onChange(id);
      }}
      maw={320}
    />
  );
}
