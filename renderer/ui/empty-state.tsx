// Explains an empty screen and offers the action that fills it.
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}

/** Shown in place of the content. */
export function EmptyState({ title, text, action }: Props): ReactNode {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <Title order={2} fz="md">
        {title}
      </Title>
      <Text c="dimmed" maw={480}>
        {text}
      </Text>
      {action}
    </Stack>
  );
}
