// Shown in place of content that could not be loaded: the reason, and a button to try again.
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { text } from '../texts/text.ts';
import { languageOf } from './error-language.ts';

interface Props {
  readonly error: Error;
  /** What has failed. Default: something went wrong. */
  readonly title?: string;
  readonly retry?: (() => void) | undefined;
}

/** Shows an error; the button appears if there is a `retry`. */
export function ErrorState({ error, title = text('ui:error.title'), retry }: Props): ReactNode {
  return (
    <Alert variant="default" icon={<IconAlertTriangle color="var(--us-refused)" />} title={title} my="sm">
      <Group justify="space-between" gap="sm">
        <Text lang={languageOf(error)}>{error.message}</Text>
        {retry === undefined ? undefined : (
          <Button size="xs" variant="default" onClick={retry}>
            {text('ui:error.retry')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
