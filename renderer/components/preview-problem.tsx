// Why a preview was refused, and how to fix it.
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { remedyOf } from '../api/api-error.ts';
import { text } from '../texts/text.ts';
import { languageOf } from '../ui/error-language.ts';

/** Announced when it appears. */
export function PreviewProblem({ error }: { readonly error: Error }): ReactNode {
  const remedy = remedyOf(error);
  return (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--us-refused)" />}
      title={text('mappers:preview.refused')}
    >
      <Text lang={languageOf(error)}>{error.message}</Text>
      {remedy === undefined ? undefined : (
        <Text c="dimmed" fz="sm" mt={4} lang="en">
          {remedy}
        </Text>
      )}
    </Alert>
  );
}
