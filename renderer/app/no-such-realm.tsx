// Shown at an address that names a realm which is not served: says why, and lists the realms.
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

/** For a realm that the server has, and cannot serve because a file of it is damaged. */
function OutOfServicePage({ name }: { readonly name: string }): ReactNode {
  return (
    <Page
      title="Realm out of service"
      summary={
        <>
          Realm <Code fz="sm">{name}</Code> is on this server, but one of its files cannot be used. The notice
          “Realms out of service” at the top of this page names the file, the reason and how to repair it.
        </>
      }
    >
      <Text>These realms are in service:</Text>
      <Realms />
    </Page>
  );
}

/** For a realm that the server does not have, and for one that is out of service. */
export function NoSuchRealm({ name }: { readonly name: string }): ReactNode {
  const outOfService = useServer().data?.outOfService ?? [];
  if (outOfService.some(({ realm }) => realm === name)) return <OutOfServicePage name={name} />;
  return (
    <Page
      title="No such realm"
      summary={
        <>
          There is no realm <Code fz="sm">{name}</Code> on this server. These are its realms:
        </>
      }
    >
      <Realms />
    </Page>
  );
}
