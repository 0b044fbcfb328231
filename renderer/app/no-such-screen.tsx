// Shown at a path without a screen: lists the screens.
import { Anchor, Code, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Page } from '../ui/page.tsx';
import { SCREENS } from './routes.tsx';

/** Names the path and links to every screen. */
export function NoSuchScreen(): ReactNode {
  const { pathname } = useLocation();
  return (
    <Page
      title="No such screen"
      summary={
        <>
          There is no screen at <Code fz="sm">{pathname}</Code>. These are the screens:
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
