// Overview: everything for a first sign-in, and for connecting an application.
import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RealmOverviewWire } from '#protocol/contract/admin-api.ts';
import { useRealm } from '../../api/api-context.tsx';
import { useRealmOverview, useServer } from '../../api/emulator.ts';
import { SampleApplications } from '../../components/try-it.tsx';
import { text } from '../../texts/text.ts';
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
  if (realm === 'master') return text('overview:welcome.master');
  const name = overview?.displayName ?? '';
  return name === '' || name === realm
    ? text('overview:welcome.plain', { realm })
    : text('overview:welcome.named', { realm, name });
}

export function OverviewScreen(): ReactNode {
  const [realm] = useRealm();
  const overview = useRealmOverview();
  const server = useServer();
  return (
    <Page title={text('overview:title')} summary={welcome(realm, overview)}>
      <QueryView query={server} lines={8}>
        {() => (
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
            <Stack gap="md">
              <Section title={text('overview:tryIt.title')} summary={text('overview:tryIt.summary')}>
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
