// A card with a heading.
import { Card, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section.module.css';

interface Props {
  readonly title: string;
  readonly summary?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen. */
export function Section({ title, summary, aside, children }: Props): ReactNode {
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm" gap="sm">
        <div className={classes['words']}>
          <Title order={2} fz="md">
            {title}
          </Title>
          {summary === undefined ? undefined : (
            <Text c="dimmed" fz="sm">
              {summary}
            </Text>
          )}
        </div>
        {aside === undefined ? undefined : <div className={classes['aside']}>{aside}</div>}
      </Group>
      {children}
    </Card>
  );
}
