// The role or the group of a mapper, found by name.
import { type OptionsFilter, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useGroupsByName } from '../../api/groups.ts';
import { useRoles } from '../../api/roles.ts';
import { text } from '../../texts/text.ts';
import type { FieldInputProps } from '../../ui/field-input.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { listGroupOptions, listRoleOptions, nameRole, roleSearch } from './role-options.ts';

/** What is searched for: nothing while the field shows its own value. */
function useSearch(value: string): readonly [search: string, onSearch: (typed: string) => void] {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  return [search === value ? '' : search, setTyped];
}

interface PickerProps extends FieldInputProps {
  readonly data: SelectProps['data'];
  /** What a search has found; undefined without one. */
  readonly found: readonly string[] | undefined;
  readonly placeholder: string;
  readonly nothingFound: string;
  readonly onSearch: (typed: string) => void;
}

/** The chosen option is always in the data, so that its name is shown, but a search that does not find it hides it. */
function filterOptions(chosen: string, found: readonly string[] | undefined): OptionsFilter {
  if (found === undefined || found.includes(chosen)) return ({ options }) => options;
  return ({ options }) =>
    options.filter((option) =>
      'group' in option
        ? option.items.every(({ value }) => value !== chosen)
        : String(option.value) !== chosen,
    );
}

/** A list that the server has searched. */
function Picker(props: PickerProps): ReactNode {
  const { field, value, problem, data, found, placeholder, nothingFound, onSearch, onChange } = props;
  return (
    <Select
      label={<MemberLabel text={field.label} member={field.member} />}
      {...(field.help === undefined ? {} : { description: field.help })}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': text('providerForms:picker.clear', { field: field.label }) }}
      nothingFoundMessage={nothingFound}
      error={problem}
      filter={filterOptions(String(value), found)}
      data={data ?? []}
      onSearchChange={onSearch}
      value={value === '' ? null : String(value)}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

/** A role of the realm or of a client. */
export function RoleInput(props: FieldInputProps): ReactNode {
  const chosen = String(props.value);
  const [search, onSearch] = useSearch(chosen);
  const roles = useRoles({ text: roleSearch(search), page: 1 }).data?.roles ?? [];
  return (
    <Picker
      {...props}
      data={listRoleOptions(roles, chosen)}
      found={search === '' ? undefined : roles.map(nameRole)}
      placeholder={text('providerForms:role.none')}
      nothingFound={text('providerForms:role.notFound')}
      onSearch={onSearch}
    />
  );
}

/** Groups at the top, or groups at all levels by name. */
export function GroupInput(props: FieldInputProps): ReactNode {
  const chosen = String(props.value);
  const [search, onSearch] = useSearch(chosen);
  const groups = useGroupsByName(search).data ?? [];
  return (
    <Picker
      {...props}
      data={listGroupOptions(groups, chosen)}
      found={search === '' ? undefined : groups.map(({ path }) => path)}
      placeholder={text('providerForms:group.none')}
      nothingFound={text('providerForms:group.notFound')}
      onSearch={onSearch}
    />
  );
}
