// Selects the realm that every screen shows.
import { Select } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import type { ServerInfoWire } from '#protocol/contract/admin-api.ts';
import { useRealm } from '../api/api-context.tsx';
import { useServer } from '../api/emulator.ts';
import { useSwitchRealm } from './switch-realm.ts';

/** For a rail 56 pixels wide; the list opens beside it. */
const NARROW = {
  size: 'xs',
  rightSection: <span />,
  rightSectionWidth: 0,
  styles: { input: { paddingInline: 2, fontSize: 12, textAlign: 'center', textOverflow: 'ellipsis' } },
  comboboxProps: { width: 'max-content', position: 'bottom-start' },
} as const;

/** Names of realms out of service, except those that are also available. */
function namesOutOfService(server: ServerInfoWire | undefined): readonly string[] {
  const served = new Set(server?.realms.map(({ realm }) => realm));
  const names = (server?.outOfService ?? []).flatMap(({ realm }) => realm ?? []);
  return [...new Set(names)].filter((name) => !served.has(name));
}

/**
 * Lists the realms; those out of service are disabled. If the remembered realm no longer exists, selects the
 * first one.
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
    label: `${name} (out of service)`,
    disabled: true,
  }));
  return (
    <Select
      aria-label="Realm"
      {...(narrow ? { ...NARROW, title: `Realm ${realm}` } : {})}
      allowDeselect={false}
      searchable={(realms?.length ?? 0) > 8}
      data={[...(realms ?? []).map((row) => ({ value: row.realm, label: row.realm })), ...damaged]}
      value={realm}
      // Not `onChange`: selecting the current realm must leave a URL with another one.
      onOptionSubmit={switchRealm}
    />
  );
}
