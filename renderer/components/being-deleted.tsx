// Shown in place of an entry whose deletion is pending: when it is deleted, and the button that prevents it.
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApi } from '../api/api-context.tsx';
import type { PendingDeletion } from '../api/pending-deletions.ts';
import { RichText } from '../texts/rich-text.ts';
import { text } from '../texts/text.ts';
import { describeLeft } from './describe-deletion.ts';
import { useCountdown } from './use-pending-list.ts';

interface Props {
  readonly entry: PendingDeletion;
  /** Without a screen of its own, such as a mapper that is opened beside its list. */
  readonly title?: string;
}

/** The explanation with the button. */
export function BeingDeleted({ entry, title }: Props): ReactNode {
  const { deletions } = useApi();
  const isHeld = useCountdown();
  const left = entry.leftMs();
  const when =
    left === 0
      ? text('components:undo.now')
      : text(isHeld ? 'components:undo.inPaused' : 'components:undo.in', { left: describeLeft(left) });
  return (
    <Alert
      variant="default"
      icon={<IconTrash color="var(--us-asked)" />}
      {...(title === undefined ? {} : { title })}
    >
      <Group justify="space-between" gap="sm">
        <Text>
          <RichText of="components:undo.explanation" parts={{ when: <span aria-hidden>{when}</span> }} />
        </Text>
        <Button size="xs" variant="default" disabled={left === 0} onClick={() => deletions.undo(entry.id)}>
          {text('components:undo.action')}
        </Button>
      </Group>
    </Alert>
  );
}
