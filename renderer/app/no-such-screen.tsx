// Shown at a path without a screen.
import { Anchor, Code, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Page } from '../ui/page.tsx';
import { SCREENS } from './routes.tsx';

/** Shows the path and links to every screen. */
export function NoSuchScreen(): ReactNode {
  const { pathname } = useLocation();
  return (
    <Page
      title="Screen not found"
      summary={
        <>
          There is no screen at <Code fz="sm">{pathname}</Code>. Choose one of these:
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
