// Selects a user or a client by name, or leaves it open: any user, any client.
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { StoredClient } from '../api/clients.ts';
import { useUsers } from '../api/users.ts';
import { text } from '../texts/text.ts';
import { MemberLabel } from '../ui/member-label.tsx';

interface Props {
  /** Name of the member that is set. */
  readonly member: string;
  /** Undefined: any. */
  readonly value: string | undefined;
  readonly problem?: string | undefined;
  /** The first field of a dialog gets the focus. */
  readonly autoFocus?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

/** Keeps the selected name in the list even if the search does not find it, or if it no longer exists. */
function withChosen(names: readonly string[], chosen: string | undefined): string[] {
  return chosen === undefined || names.includes(chosen) ? [...names] : [chosen, ...names];
}

/** The value is a username. */
export function AnyUserPicker({ member, value, problem, autoFocus = false, onChange }: Props): ReactNode {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const users = useUsers(search === value ? '' : search, 1).data ?? [];
  return (
    <Select
      {...(autoFocus ? { 'data-autofocus': true } : {})}
      openOnFocus={false}
      label={<MemberLabel text={text('components:picker.user')} member={member} />}
      placeholder={text('components:picker.anyUser')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': text('components:picker.anyUser') }}
      nothingFoundMessage={text('components:picker.noUsers')}
      error={problem}
      // The server has searched; it also matches names and e-mail addresses.
      filter={({ options }) => options}
      data={withChosen(
        users.map(({ username }) => username),
        value,
      )}
      onSearchChange={setTyped}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** The value is the clientId of one of `clients`. */
export function AnyClientPicker({
  member,
  value,
  problem,
  clients,
  onChange,
}: Omit<Props, 'autoFocus'> & { readonly clients: readonly StoredClient[] }): ReactNode {
  return (
    <Select
      label={<MemberLabel text={text('components:picker.client')} member={member} />}
      placeholder={text('components:picker.anyClient')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': text('components:picker.anyClient') }}
      nothingFoundMessage={text('components:picker.noClients')}
      error={problem}
      data={withChosen(
        clients.flatMap(({ clientId }) => clientId ?? []),
        value,
      )}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
