// Selects the user whose tokens are previewed.
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useUsers } from '../api/users.ts';
import { text } from '../texts/text.ts';

interface Props {
  /** The username. */
  readonly value: string | undefined;
  /** Whether the client has a service account, which is previewed without a user. */
  readonly hasServiceAccount: boolean;
  readonly onChange: (value: string | undefined) => void;
}

/** The server searches by username, name and e-mail address. */
export function PreviewUserPicker({ value, hasServiceAccount, onChange }: Props): ReactNode {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const users = useUsers(search === value ? '' : search, 1).data ?? [];
  const names = users.map(({ username }) => username);
  return (
    <Select
      label={text('components:picker.user')}
      placeholder={text(
        hasServiceAccount ? 'components:picker.serviceAccount' : 'components:picker.chooseUser',
      )}
      searchable
      clearable={hasServiceAccount}
      clearButtonProps={{ 'aria-label': text('components:picker.serviceAccount') }}
      allowDeselect={false}
      nothingFoundMessage={text('components:picker.noUsers')}
      filter={({ options }) => options}
      // The chosen one stays in the list even if the search does not find it.
      data={value === undefined || names.includes(value) ? names : [value, ...names]}
      onSearchChange={setTyped}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
