// Overview: everything for a first sign-in, and for connecting an application.
import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RealmOverviewWire } from '#protocol/contract/admin-api.ts';
import { useRealm } from '../../api/api-context.tsx';
import { useRealmOverview, useServer } from '../../api/emulator.ts';
import { SampleApplications } from '../../components/try-it.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { AccountConsoleRow } from './account-console-row.tsx';
import { Addresses } from './addresses.tsx';
import { DemoUsers } from './demo-users.tsx';
import { OwnApplication } from './own-application.tsx';
import { RegistryRow } from './registry-row.tsx';

/** What to do first in the realm. */
function welcome(realm: string, overview: RealmOverviewWire | undefined): string {
  if (realm === 'master')
    return 'Welcome to Understudy. Realm master is for administrators; applications use another realm.';
  const name = overview?.displayName ?? '';
  const called = name === '' || name === realm ? realm : `${realm} (${name})`;
  return `Welcome to Understudy. Try a sign-in to realm ${called}, then connect your own application.`;
}

export function OverviewScreen(): ReactNode {
  const [realm] = useRealm();
  const overview = useRealmOverview();
  const server = useServer();
  return (
    <Page title="Overview" summary={welcome(realm, overview)}>
      <QueryView query={server} lines={8}>
        {() => (
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
            <Stack gap="md">
              <Section
                title="Try it"
                summary="Sample applications that sign users in here. Each opens in your browser."
              >
                <SampleApplications />
                <AccountConsoleRow />
                <RegistryRow />
              </Section>
              {overview === undefined || realm === 'master' ? undefined : (
                <DemoUsers users={overview.namedUsers} />
              )}
            </Stack>
            <Stack gap="md">
              <Addresses />
              <OwnApplication />
            </Stack>
          </SimpleGrid>
        )}
      </QueryView>
    </Page>
  );
}
