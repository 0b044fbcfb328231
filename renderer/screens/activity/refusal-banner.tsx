// Why an exchange was refused, and how to fix it.
import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ActivityRefusal } from '#protocol/contract/activity.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/** The reason is the banner's title. */
export function RefusalBanner({ refusal }: { readonly refusal: ActivityRefusal }): ReactNode {
  return (
    <Alert
      variant="default"
      icon={<IconX color="var(--us-refused)" />}
      title={refusal.reason}
      style={{ borderInlineStart: '4px solid var(--us-refused)' }}
    >
      <Stack gap={8}>
        {refusal.remedy === undefined ? undefined : (
          <Group gap={4} wrap="nowrap" align="flex-start">
            <Text>
              <Text span fw={600}>
                How to fix it:{' '}
              </Text>
              {refusal.remedy}
            </Text>
            <CopyButton value={refusal.remedy} label="suggested fix" />
          </Group>
        )}
        <Group gap="xs">
          <Text c="dimmed" fz="sm">
            Error response: <Code>{refusal.code}</Code> {refusal.description}
          </Text>
          {refusal.section === undefined ? undefined : (
            <Text c="dimmed" fz="sm">
              · {refusal.section}
            </Text>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
