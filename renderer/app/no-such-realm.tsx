// Shown at a URL with a realm that is missing or out of service: gives the reason and lists the realms.
import { Anchor, Code, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useServer } from '../api/emulator.ts';
import { RichText } from '../texts/rich-text.ts';
import { text } from '../texts/text.ts';
import { Page } from '../ui/page.tsx';

function Realms(): ReactNode {
  const { pathname } = useLocation();
  const realms = useServer().data?.realms ?? [];
  return (
    <List spacing={4} aria-label={text('app:noRealm.list')}>
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
      title={text('app:noRealm.damagedTitle')}
      summary={
        <RichText of="app:noRealm.damaged" values={{ realm: name }} parts={{ code: <Code fz="sm" /> }} />
      }
    >
      <Text>{text('app:noRealm.available')}</Text>
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
      title={text('app:noRealm.title')}
      summary={<RichText of="app:noRealm.text" values={{ realm: name }} parts={{ code: <Code fz="sm" /> }} />}
    >
      <Realms />
    </Page>
  );
}
