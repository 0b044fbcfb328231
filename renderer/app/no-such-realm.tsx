// Shown at a URL with a realm that is missing or out of service: gives the reason and lists the realms.
import { Anchor, Code, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useServer } from '../api/emulator.ts';
import { Page } from '../ui/page.tsx';

function Realms(): ReactNode {
  const { pathname } = useLocation();
  const realms = useServer().data?.realms ?? [];
  return (
    <List spacing={4} aria-label="Realms of this server">
      {realms.map(({ realm }) => (
        <List.Item key={realm}>
          <Anchor component={Link} to={`${pathname}?${new URLSearchParams({ realm })}`} underline="always">
            {realm}
          </Anchor>
        </List.Item>
      ))}
    </List>
  );
}

/** For a realm that the server cannot load because one of its files is damaged. */
function OutOfServicePage({ name }: { readonly name: string }): ReactNode {
  return (
    <Page
      title="Realm out of service"
      summary={
        <>
          Realm <Code fz="sm">{name}</Code> exists on this server, but one of its files cannot be used. The
          notice “Realms out of service” at the top of this page names the file and the reason, and how to
          repair it.
        </>
      }
    >
      <Text>Available realms:</Text>
      <Realms />
    </Page>
  );
}

/** For a realm that does not exist or is out of service. */
export function NoSuchRealm({ name }: { readonly name: string }): ReactNode {
  const outOfService = useServer().data?.outOfService ?? [];
  if (outOfService.some(({ realm }) => realm === name)) return <OutOfServicePage name={name} />;
  return (
    <Page
      title="Realm not found"
      summary={
        <>
          This server has no realm <Code fz="sm">{name}</Code>. Available realms:
        </>
      }
    >
      <Realms />
    </Page>
  );
}
