// Search, filter, "Mark all as read" and "Clear mailbox" above the messages.
import { Button, Group, Select, Text } from '@mantine/core';
import { IconMailOpened, IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { useClearMailbox, useMarkRead } from '../../api/mail.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import panes from '../../ui/panes.module.css';
import { SearchField } from '../../ui/search-field.tsx';
import { type MailFilter, readKind } from './choose-messages.ts';
import { MAIL_KIND_LABELS } from './describe-message.ts';

interface Props {
  readonly filter: MailFilter;
  readonly change: (part: Partial<MailFilter>) => void;
  readonly shown: number;
  readonly total: number;
  readonly unread: number;
}

const KINDS = Object.entries(MAIL_KIND_LABELS).map(([value, label]) => ({ value, label }));

function countText({ shown, total, unread }: Pick<Props, 'shown' | 'total' | 'unread'>): string {
  const messages = `${total} ${total === 1 ? 'message' : 'messages'}`;
  const count = shown === total ? messages : `${shown} of ${messages}`;
  return unread === 0 ? count : `${count}, ${unread} unread`;
}

function ClearMailbox(): ReactNode {
  const [realm] = useRealm();
  const clear = useClearMailbox();
  return (
    <ConfirmButton
      size="xs"
      leftSection={<IconTrash size={14} />}
      action="Clear mailbox"
      question={`Clear the mailbox of realm ${realm}?`}
      consequence="Every message is deleted. The links in them still work until they expire."
      work={clear}
      done={() => 'The mailbox is empty.'}
      failed="The mailbox was not cleared"
    />
  );
}

/** Controls for the list of messages. */
export function MailToolbar({ filter, change, shown, total, unread }: Props): ReactNode {
  const markRead = useMarkRead();
  return (
    <Group gap="xs">
      <SearchField
        size="xs"
        className={panes['search'] ?? ''}
        label="Search messages"
        placeholder="Subject, recipient, text …"
        value={filter.text}
        onChange={(text) => change({ text })}
      />
      <Select
        size="xs"
        className={panes['choice']}
        aria-label="Filter by reason"
        placeholder="Any reason"
        clearable
        clearButtonProps={{ 'aria-label': 'Any reason' }}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        data={KINDS}
        value={readKind(filter.kind) ?? null}
        onChange={(kind) => change({ kind: kind ?? '' })}
      />
      {filter.user === '' ? undefined : (
        <Button
          size="xs"
          variant="default"
          maw={200}
          rightSection={<IconX size={14} />}
          aria-label={`Only messages of ${filter.user}. Show those of any user`}
          onClick={() => change({ user: '' })}
        >
          {filter.user}
        </Button>
      )}
      <Text c="dimmed" fz="xs" role="status">
        {countText({ shown, total, unread })}
      </Text>
      <Group gap="xs" ml="auto">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconMailOpened size={14} />}
          disabled={unread === 0}
          loading={markRead.isPending}
          onClick={() =>
            announceOutcome(markRead.mutateAsync({}), { failed: 'The messages were not marked as read' })
          }
        >
          Mark all as read
        </Button>
        <ClearMailbox />
      </Group>
    </Group>
  );
}
