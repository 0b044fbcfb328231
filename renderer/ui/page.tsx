// The frame of a screen: heading, actions on the right, content below.
import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

interface Props {
  readonly title: string;
  /** One line under the heading. */
  readonly summary?: ReactNode;
  readonly actions?: ReactNode;
  /** Shown above the heading, for example a link back. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** A screen. Its title is also the document's title. */
export function Page({ title, summary, actions, above, children }: Props): ReactNode {
  useEffect(() => {
    document.title = `${title} · Understudy`;
  }, [title]);
  return (
    <Stack gap="md" p={{ base: 'sm', sm: 'lg' }} maw={1200}>
      {above}
      <Group justify="space-between" align="flex-end" gap="sm">
        {/* A name may be a single long word. */}
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Title order={1} fz={22}>
            {title}
          </Title>
          {summary === undefined ? undefined : <Text c="dimmed">{summary}</Text>}
        </div>
        <Group gap="xs">{actions}</Group>
      </Group>
      {children}
    </Stack>
  );
}
