// What stands where content could not be loaded: the reason, and a button to try again.
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  readonly error: Error;
  readonly retry?: (() => void) | undefined;
}

/** Shows a failure and what to do next. */
export function ErrorState({ error, retry }: Props): ReactNode {
  return (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--us-refused)" />}
      title="This did not work"
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
