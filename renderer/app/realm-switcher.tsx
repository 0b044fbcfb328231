// Selects the realm that every screen shows.
import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import type { ServerInfoWire } from '#protocol/contract/admin-api.ts';
import { useRealm } from '../api/api-context.tsx';
import { useServer } from '../api/emulator.ts';
import { openRealmDialog } from '../components/realms/open-dialog.ts';
import { useSwitchRealm } from '../components/switch-realm.ts';
import { text } from '../texts/text.ts';

/** For a rail 56 pixels wide; the list opens beside it. */
const NARROW = {
  size: 'xs',
  rightSection: <span />,
  rightSectionWidth: 0,
  styles: { input: { paddingInline: 2, fontSize: 12, textAlign: 'center', textOverflow: 'ellipsis' } },
  comboboxProps: { width: 'max-content', position: 'bottom-start' },
} as const;

/** Values of the entries below the realms; a realm name has no blank. */
const ACTIONS = [
  { value: 'create realm', label: 'app:realms.create', Icon: IconPlus },
  { value: 'import realm', label: 'app:realms.import', Icon: IconFileImport },
] as const;

function runAction(value: string): boolean {
  if (value === 'create realm') openRealmDialog({ kind: 'create' });
  else if (value === 'import realm') openRealmDialog({ kind: 'import', files: [] });
  else return false;
  return true;
}

/** Searches the realms; the entries below them stay. */
const filter: OptionsFilter = ({ options, search }) => {
  const searched = search.trim().toLowerCase();
  const fits = ({ value, label }: ComboboxItem): boolean =>
    ACTIONS.some((action) => action.value === value) || label.toLowerCase().includes(searched);
  return options.map((option) =>
    'items' in option ? { ...option, items: option.items.filter(fits) } : option,
  );
};

function renderOption({ option: { value, label } }: { readonly option: ComboboxItem }): ReactNode {
  const Icon = ACTIONS.find((action) => action.value === value)?.Icon;
  return (
    <>
      {Icon === undefined ? undefined : <Icon size={14} aria-hidden />}
      {label}
    </>
  );
}

/** Names of realms out of service, except those that are also available. */
function namesOutOfService(server: ServerInfoWire | undefined): readonly string[] {
  const served = new Set(server?.realms.map(({ realm }) => realm));
  const names = (server?.outOfService ?? []).flatMap(({ realm }) => realm ?? []);
  return [...new Set(names)].filter((name) => !served.has(name));
}

/**
 * Lists the realms; those out of service are disabled. Below them, realms are created and imported. If the remembered
 * realm no longer exists, selects the first one.
 */
export function RealmSwitcher({ narrow }: { readonly narrow: boolean }): ReactNode {
  const [realm, choose] = useRealm();
  const switchRealm = useSwitchRealm();
  const server = useServer().data;
  const realms = server?.realms;
  useEffect(() => {
    if (realms === undefined || realms.some((candidate) => candidate.realm === realm)) return;
    const other = realms.find((candidate) => candidate.realm !== 'master') ?? realms[0];
    if (other !== undefined) choose(other.realm);
  }, [realms, realm, choose]);
  const damaged = namesOutOfService(server).map((name) => ({
    value: name,
    label: text('app:realms.outOfService', { realm: name }),
    disabled: true,
  }));
  return (
    <Select
      aria-label={text('app:realms.label')}
      {...(narrow ? { ...NARROW, title: text('app:realms.current', { realm }) } : {})}
      allowDeselect={false}
      searchable={(realms?.length ?? 0) > 8}
      data={[
        {
          group: text('app:realms.group'),
          items: [...(realms ?? []).map((row) => ({ value: row.realm, label: row.realm })), ...damaged],
        },
        {
          group: text('app:realms.new'),
          items: ACTIONS.map(({ value, label }) => ({ value, label: text(label) })),
        },
      ]}
      filter={filter}
      renderOption={renderOption}
      value={realm}
      // Not `onChange`: selecting the current realm must leave a URL with another one.
      onOptionSubmit={(value) => {
        if (!runAction(value)) switchRealm(value);
      }}
    />
  );
}
