// Overview: everything for a first sign-in, and for connecting an application.
import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { useRealmOverview, useServer } from '../../api/emulator.ts';
import { TryIt } from '../../components/try-it.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { DemoUsers } from './demo-users.tsx';
import { Endpoints } from './endpoints.tsx';
import { OwnApplication } from './own-application.tsx';
import { RegistryCard } from './registry-card.tsx';
import { SamlEndpoints } from './saml-endpoints.tsx';

export function OverviewScreen(): ReactNode {
  const [realm] = useRealm();
  const overview = useRealmOverview();
  const server = useServer();
  const name = overview?.displayName;
  return (
    <Page
      title="Overview"
      summary={`Realm ${realm}${name === undefined || name === '' || name === realm ? '' : ` · ${name}`}`}
    >
      <QueryView query={server} lines={8}>
        {() => (
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
              <Stack gap="md">
                <TryIt />
                <RegistryCard />
                {overview === undefined ? undefined : <DemoUsers users={overview.namedUsers} />}
              </Stack>
              <Stack gap="md">
                <Endpoints />
                <SamlEndpoints />
              </Stack>
            </SimpleGrid>
            <OwnApplication />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}
