// The palette behind Ctrl/Cmd+K: finds screens, clients, users, roles, groups, realms and actions by name.

import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import {
  IconApps,
  IconCopy,
  IconFileImport,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconPlus,
  IconSearch,
  IconShield,
  IconUser,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { readableClientName } from '#protocol/contract/client-name.ts';
import { useApi, useRealm } from '../api/api-context.tsx';
import { useClients } from '../api/clients.ts';
import { useRealmOverview, useServer } from '../api/emulator.ts';
import { useGroupSearch } from '../api/groups.ts';
import { useRoles } from '../api/roles.ts';
import { useUsers } from '../api/users.ts';
import { roleText } from '../components/describe-role-path.ts';
import { openRealmDialog } from '../components/realms/open-dialog.ts';
import { describeRole } from '../components/role-description.ts';
import { rolePath } from '../components/role-label.tsx';
import { useSwitchRealm } from '../components/switch-realm.ts';
import { text } from '../texts/text.ts';
import { announceCopy } from '../ui/announce.tsx';
import { COLOR_SCHEMES } from './color-schemes.ts';
import { changeLanguage, languageOptions } from './language-menu.tsx';
import { SCREENS } from './routes.tsx';

const [store, palette] = createSpotlight();

export function openPalette(): void {
  palette.open();
}

function useScreens(): SpotlightActionGroupData {
  const navigate = useNavigate();
  const actions = SCREENS.flatMap(({ rail }) =>
    rail === undefined
      ? []
      : [
          {
            id: rail.path,
            label: text(rail.title),
            description: text(rail.summary),
            leftSection: <rail.Icon size={16} />,
            onClick: () => navigate(rail.path),
          },
        ],
  );
  return { group: text('app:palette.screens'), actions };
}

function useClientEntries(): SpotlightActionGroupData {
  const navigate = useNavigate();
  const clients = useClients().data ?? [];
  const actions = clients.map((client) => ({
    id: client.id,
    label: client.clientId,
    description: readableClientName(client.name),
    leftSection: <IconApps size={16} />,
    onClick: () => navigate(`/clients/${client.id}`),
  }));
  return { group: text('app:palette.clients'), actions };
}

function useUserEntries(search: string): SpotlightActionGroupData {
  const navigate = useNavigate();
  const users = useUsers(search, 1).data ?? [];
  const actions = users.slice(0, 8).map((user) => ({
    id: user.id,
    label: user.username,
    description: [user.firstName, user.lastName, user.email].filter(Boolean).join(' '),
    leftSection: <IconUser size={16} />,
    onClick: () => navigate(`/users/${user.id}`),
  }));
  return { group: text('app:palette.users'), actions };
}

function useRoleEntries(search: string): SpotlightActionGroupData {
  const navigate = useNavigate();
  const roles = useRoles({ text: search, page: 1 }).data?.roles ?? [];
  const actions = (search.trim() === '' ? [] : roles.slice(0, 8)).map((role) => ({
    id: role.id,
    label: roleText(role),
    description: describeRole(role.description),
    leftSection: <IconShield size={16} />,
    onClick: () => navigate(rolePath(role.id)),
  }));
  return { group: text('app:palette.roles'), actions };
}

function useGroupEntries(search: string): SpotlightActionGroupData {
  const navigate = useNavigate();
  const searched = search.trim();
  const groups = useGroupSearch(searched).data ?? [];
  const actions = (searched === '' ? [] : groups.slice(0, 8)).map((group) => ({
    id: group.id,
    label: group.name,
    description: group.path,
    leftSection: <IconUsersGroup size={16} />,
    onClick: () => navigate(`/groups/${group.id}`),
  }));
  return { group: text('app:palette.groups'), actions };
}

function useAppearanceActions(onShortcuts: () => void): readonly SpotlightActionData[] {
  const { setColorScheme } = useMantineColorScheme();
  const themes = COLOR_SCHEMES.map(({ value, action, Icon }) => ({
    id: `theme-${value}`,
    label: text(action),
    leftSection: <Icon size={16} />,
    onClick: () => setColorScheme(value),
  }));
  const languages = languageOptions().map(({ value, name }) => ({
    id: `language-${value}`,
    label: text('app:language.button', { name }),
    // Found in English, too, by those who have chosen a language that they cannot read.
    keywords: 'language',
    leftSection: <IconLanguage size={16} />,
    onClick: () => void changeLanguage(value),
  }));
  const shortcuts = {
    id: 'shortcuts',
    label: text('app:shortcuts.title'),
    leftSection: <IconKeyboard size={16} />,
    onClick: onShortcuts,
  };
  return [...themes, ...languages, shortcuts];
}

function useActions(onShortcuts: () => void): SpotlightActionGroupData {
  const api = useApi();
  const appearance = useAppearanceActions(onShortcuts);
  const realmActions = useRealmActions();
  const [realm] = useRealm();
  const switchRealm = useSwitchRealm();
  const overview = useRealmOverview();
  const realms = useServer().data?.realms ?? [];
  const copies = (['issuer', 'discovery'] as const).map((what) => ({
    id: `copy-${what}`,
    label: text(what === 'issuer' ? 'app:palette.copyIssuer' : 'app:palette.copyDiscovery'),
    leftSection: <IconCopy size={16} />,
    onClick: () => void announceCopy(overview?.[what] ?? '', what),
  }));
  const switches = realms
    .filter((row) => row.realm !== realm)
    .map((row) => ({
      id: `realm-${row.realm}`,
      label: text('app:palette.switchRealm', { realm: row.realm }),
      leftSection: <IconWorld size={16} />,
      onClick: () => switchRealm(row.realm),
    }));
  const { signOut } = api;
  const exits =
    signOut === undefined
      ? []
      : [
          {
            id: 'sign-out',
            label: text('app:palette.signOut'),
            leftSection: <IconLogout size={16} />,
            onClick: () => void signOut(),
          },
        ];
  return {
    group: text('app:palette.actions'),
    actions: [
      ...(overview === undefined ? [] : copies),
      ...switches,
      ...realmActions,
      ...appearance,
      ...exits,
    ],
  };
}

const REALM_ACTIONS = {
  rename: 'app:palette.renameRealm',
  duplicate: 'app:palette.duplicateRealm',
  reset: 'app:palette.resetRealm',
  delete: 'app:palette.deleteRealm',
} as const;

/** What can be done with realms as a whole; master is never changed as a whole. */
function useRealmActions(): readonly SpotlightActionData[] {
  const [realm] = useRealm();
  const everywhere = [
    {
      id: 'realm-create',
      label: text('app:palette.createRealm'),
      leftSection: <IconPlus size={16} />,
      onClick: () => openRealmDialog({ kind: 'create' }),
    },
    {
      id: 'realm-import',
      label: text('app:palette.importRealm'),
      leftSection: <IconFileImport size={16} />,
      onClick: () => openRealmDialog({ kind: 'import', files: [] }),
    },
  ];
  if (realm === 'master') return everywhere;
  const ofRealm = (['rename', 'duplicate', 'reset', 'delete'] as const).map((kind) => ({
    id: `realm-action-${kind}`,
    label: text(REALM_ACTIONS[kind], { realm }),
    leftSection: <IconWorld size={16} />,
    onClick: () => openRealmDialog({ kind, realm }),
  }));
  return [...everywhere, ...ofRealm];
}

/**
 * Selects the first entry for Enter. Mantine does so when the query changes, which is before the server's
 * results arrive.
 */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  if (list === null || list.querySelector('[data-selected]') !== null) return;
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** Listens for its shortcut everywhere, including fields. */
export function Palette({ onShortcuts }: { readonly onShortcuts: () => void }): ReactNode {
  const [query, setQuery] = useState('');
  const [search] = useDebouncedValue(query, 150);
  const users = useUserEntries(search);
  const roles = useRoleEntries(search);
  const userGroups = useGroupEntries(search);
  const groups = [useScreens(), useClientEntries(), users, roles, userGroups, useActions(onShortcuts)];
  const found = [users, roles, userGroups].flatMap(({ actions }) => actions.map(({ id }) => id)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results decide which entry comes first.
  useEffect(() => {
    if (query !== '') selectFirst();
  }, [query, found]);
  return (
    <Spotlight
      store={store}
      shortcut="mod + K"
      tagsToIgnore={[]}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      scrollAreaProps={{
        viewportProps: { tabIndex: 0, role: 'group', 'aria-label': text('app:search.results') },
      }}
      query={query}
      onQueryChange={setQuery}
      actions={groups.filter((group) => group.actions.length > 0)}
      highlightQuery
      scrollable
      maxHeight={420}
      limit={24}
      nothingFound={text('app:search.none')}
      searchProps={{
        leftSection: <IconSearch size={16} />,
        placeholder: text('app:search.placeholder'),
        'aria-label': text('app:search.label'),
        // Mantine would set the focus later, and characters typed until then would be lost.
        autoFocus: true,
      }}
    />
  );
}
