// The screens. Each row feeds the router, the rail and the palette.
import {
  type Icon,
  IconActivity,
  IconApps,
  IconBolt,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconHome,
  IconLogin,
  IconLogs,
  IconMail,
  IconSettings,
  IconShield,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ActivityScreen } from '../screens/activity/activity-screen.tsx';
import { ClientScreen } from '../screens/clients/client-screen.tsx';
import { ClientsScreen } from '../screens/clients/clients-screen.tsx';
import { DeviceScreen } from '../screens/device/device-screen.tsx';
import { FaultsScreen } from '../screens/faults/faults-screen.tsx';
import { GroupsScreen } from '../screens/groups/groups-screen.tsx';
import { LogsScreen } from '../screens/logs/logs-screen.tsx';
import { MailScreen } from '../screens/mail/mail-screen.tsx';
import { OverviewScreen } from '../screens/overview/overview-screen.tsx';
import { ProviderScreen } from '../screens/providers/provider-screen.tsx';
import { ProvidersScreen } from '../screens/providers/providers-screen.tsx';
import { ClientScopeScreen } from '../screens/realm/client-scope-screen.tsx';
import { RealmScreen } from '../screens/realm/realm-screen.tsx';
import { RoleScreen } from '../screens/roles/role-screen.tsx';
import { RolesScreen } from '../screens/roles/roles-screen.tsx';
import { SessionsScreen } from '../screens/sessions/sessions-screen.tsx';
import { SettingsScreen } from '../screens/settings/settings-screen.tsx';
import { UserScreen } from '../screens/users/user-screen.tsx';
import { UsersScreen } from '../screens/users/users-screen.tsx';
import type { PlainKey } from '../texts/text.ts';

/** A row of the table. */
export interface ScreenRoute {
  /** Pattern of the router. */
  readonly pattern: string;
  readonly element: ReactNode;
  /** The entry on the rail and in the palette; absent for the screen of a single client, user or role. */
  readonly rail?: {
    readonly path: string;
    readonly title: PlainKey;
    readonly summary: PlainKey;
    readonly Icon: Icon;
    /** The count shown on the rail. */
    readonly counts?: 'refusals' | 'prompts' | 'mail' | 'faults';
  };
}

/** Every screen, in the order of the rail. */
export const SCREENS: readonly ScreenRoute[] = [
  {
    pattern: 'overview',
    element: <OverviewScreen />,
    rail: { path: '/overview', title: 'overview:title', summary: 'overview:summary', Icon: IconHome },
  },
  {
    pattern: 'activity/:id?',
    element: <ActivityScreen />,
    rail: {
      path: '/activity',
      title: 'activity:title',
      summary: 'activity:summary',
      Icon: IconActivity,
      counts: 'refusals',
    },
  },
  {
    pattern: 'device',
    element: <DeviceScreen />,
    rail: {
      path: '/device',
      title: 'device:title',
      summary: 'device:summary',
      Icon: IconDeviceMobile,
      counts: 'prompts',
    },
  },
  {
    pattern: 'mail/:id?',
    element: <MailScreen />,
    rail: {
      path: '/mail',
      title: 'mail:title',
      summary: 'mail:summary',
      Icon: IconMail,
      counts: 'mail',
    },
  },
  {
    pattern: 'faults',
    element: <FaultsScreen />,
    rail: {
      path: '/faults',
      title: 'faults:title',
      summary: 'faults:summary',
      Icon: IconBolt,
      counts: 'faults',
    },
  },
  {
    pattern: 'clients',
    element: <ClientsScreen />,
    rail: { path: '/clients', title: 'clients:title', summary: 'clients:summary', Icon: IconApps },
  },
  { pattern: 'clients/:id/:tab?', element: <ClientScreen /> },
  {
    pattern: 'users',
    element: <UsersScreen />,
    rail: { path: '/users', title: 'users:title', summary: 'users:summary', Icon: IconUsers },
  },
  { pattern: 'users/:id/:tab?', element: <UserScreen /> },
  {
    pattern: 'roles',
    element: <RolesScreen />,
    rail: {
      path: '/roles',
      title: 'roles:title',
      summary: 'roles:summary',
      Icon: IconShield,
    },
  },
  { pattern: 'roles/:id/:tab?', element: <RoleScreen /> },
  {
    pattern: 'groups/:id?/:tab?',
    element: <GroupsScreen />,
    rail: {
      path: '/groups',
      title: 'groups:title',
      summary: 'groups:summary',
      Icon: IconUsersGroup,
    },
  },
  {
    pattern: 'providers',
    element: <ProvidersScreen />,
    rail: {
      path: '/providers',
      title: 'providers:title',
      summary: 'providers:summary',
      Icon: IconLogin,
    },
  },
  { pattern: 'providers/:id/:tab?', element: <ProviderScreen /> },
  {
    pattern: 'sessions',
    element: <SessionsScreen />,
    rail: {
      path: '/sessions',
      title: 'sessions:title',
      summary: 'sessions:summary',
      Icon: IconDeviceDesktop,
    },
  },
  {
    pattern: 'realm/:tab?',
    element: <RealmScreen />,
    rail: {
      path: '/realm',
      title: 'realm:title',
      summary: 'realm:summary',
      Icon: IconWorld,
    },
  },
  { pattern: 'realm/client-scopes/:id', element: <ClientScopeScreen /> },
  {
    pattern: 'logs',
    element: <LogsScreen />,
    rail: {
      path: '/logs',
      title: 'logs:title',
      summary: 'logs:summary',
      Icon: IconLogs,
    },
  },
  {
    pattern: 'settings',
    element: <SettingsScreen />,
    rail: {
      path: '/settings',
      title: 'settings:title',
      summary: 'settings:summary',
      Icon: IconSettings,
    },
  },
];
