// Shown in place of content that could not be loaded: the reason, and a button to try again.
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  readonly error: Error;
  readonly retry?: (() => void) | undefined;
}

/** Shows an error; the button appears if there is a `retry`. */
export function ErrorState({ error, retry }: Props): ReactNode {
  return (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--us-refused)" />}
      title="Something went wrong"
      my="sm"
    >
      <Group justify="space-between" gap="sm">
        <Text>{error.message}</Text>
        {retry === undefined ? undefined : (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
