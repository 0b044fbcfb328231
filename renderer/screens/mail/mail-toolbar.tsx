// Search, filter, "Mark all as read" and "Clear mailbox" above the messages.
import { Button, Group, Select, Text } from '@mantine/core';
import { IconMailOpened, IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { useClearMailbox, useMarkRead } from '../../api/mail.ts';
import { perLanguage, text } from '../../texts/text.ts';
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

const kinds = perLanguage(() =>
  Object.entries(MAIL_KIND_LABELS).map(([value, label]) => ({ value, label: text(label) })),
);

function countText({ shown, total, unread }: Pick<Props, 'shown' | 'total' | 'unread'>): string {
  const messages =
    shown === total
      ? text('mail:count.all', { count: total })
      : text('mail:count.some', { shown, count: total });
  return unread === 0 ? messages : text('mail:count.unread', { messages, unread });
}

function ClearMailbox(): ReactNode {
  const [realm] = useRealm();
  const clear = useClearMailbox();
  return (
    <ConfirmButton
      size="xs"
      leftSection={<IconTrash size={14} />}
      action={text('mail:clear.action')}
      question={text('mail:clear.question', { realm })}
      consequence={text('mail:clear.consequence')}
      work={clear}
      done={() => text('mail:clear.done')}
      failed={text('mail:clear.failed')}
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
        label={text('mail:search.label')}
        placeholder={text('mail:search.placeholder')}
        value={filter.text}
        onChange={(words) => change({ text: words })}
      />
      <Select
        size="xs"
        className={panes['choice']}
        aria-label={text('mail:filter.label')}
        placeholder={text('mail:filter.any')}
        clearable
        clearButtonProps={{ 'aria-label': text('mail:filter.any') }}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        data={kinds()}
        value={readKind(filter.kind) ?? null}
        onChange={(kind) => change({ kind: kind ?? '' })}
      />
      {filter.user === '' ? undefined : (
        <Button
          size="xs"
          variant="default"
          maw={200}
          rightSection={<IconX size={14} />}
          aria-label={text('mail:filter.user', { user: filter.user })}
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
          onClick={() => announceOutcome(markRead.mutateAsync({}), { failed: text('mail:markRead.failed') })}
        >
          {text('mail:markRead.action')}
        </Button>
        <ClearMailbox />
      </Group>
    </Group>
  );
}
