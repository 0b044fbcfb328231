// What stands where an address leads nowhere: a screen or a realm that there is not, and those that there are.
import { Anchor, Code, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useServer } from '../api/emulator.ts';
import { Page } from '../ui/page.tsx';
import { SCREENS } from './routes.tsx';

/** For a path without a screen. */
export function NoSuchScreen(): ReactNode {
  const { pathname } = useLocation();
  return (
    <Page
      title="No such screen"
      summary={
        <>
          Nothing is at <Code fz="sm">{pathname}</Code>. These are the screens:
        </>
      }
    >
      <List spacing={4} listStyleType="none" aria-label="Screens of the console">
        {SCREENS.map(({ rail }) =>
          rail === undefined ? undefined : (
            <List.Item key={rail.path} icon={<rail.Icon size={16} aria-hidden />}>
              <Anchor component={Link} to={rail.path} underline="always">
                {rail.title}
              </Anchor>
              <Text span c="dimmed">
                {' '}
                · {rail.summary}
              </Text>
            </List.Item>
          ),
        )}
      </List>
    </Page>
  );
}

/** For an address with the name of a realm that the server does not have. */
export function NoSuchRealm({ name }: { readonly name: string }): ReactNode {
  const { pathname } = useLocation();
  const realms = useServer().data?.realms ?? [];
  return (
    <Page
      title="No such realm"
      summary={
        <>
          There is no realm <Code fz="sm">{name}</Code> on this server. These are its realms:
        </>
      }
    >
      <List spacing={4} aria-label="Realms of this server">
        {realms.map(({ realm }) => (
          <List.Item key={realm}>
            <Anchor component={Link} to={`${pathname}?${new URLSearchParams({ realm })}`} underline="always">
              {realm}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Page>
  );
}
