// Shown at a path without a screen.
import { Anchor, Code, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { RichText } from '../texts/rich-text.ts';
import { text } from '../texts/text.ts';
import { Page } from '../ui/page.tsx';
import { SCREENS } from './routes.tsx';

/** Shows the path and links to every screen. */
export function NoSuchScreen(): ReactNode {
  const { pathname } = useLocation();
  return (
    <Page
      title={text('app:noScreen.title')}
      summary={
        <RichText of="app:noScreen.text" values={{ path: pathname }} parts={{ code: <Code fz="sm" /> }} />
      }
    >
      <List spacing={4} listStyleType="none" aria-label={text('app:noScreen.list')}>
        {SCREENS.map(({ rail }) =>
          rail === undefined ? undefined : (
            <List.Item key={rail.path} icon={<rail.Icon size={16} aria-hidden />}>
              <Anchor component={Link} to={rail.path} underline="always">
                {text(rail.title)}
              </Anchor>
              <Text span c="dimmed">
                {' '}
                · {text(rail.summary)}
              </Text>
            </List.Item>
          ),
        )}
      </List>
    </Page>
  );
}
