// The messages, newest first, walked with the arrow keys.
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleFilled, IconMailX } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import { text } from '../../texts/text.ts';
import { formatInstant } from '../../ui/instant.ts';
import panes from '../../ui/panes.module.css';
import { MAIL_KIND_LABELS } from './describe-message.ts';
import classes from './mail.module.css';

interface Props {
  readonly messages: readonly MailMessageWire[];
  /** ID of the selected message. */
  readonly chosen: string | undefined;
  /** Shown when there are no messages. */
  readonly nothing: ReactNode;
}

interface RowProps {
  readonly message: MailMessageWire;
  readonly isChosen: boolean;
  /** Search of the URL, which the link keeps. */
  readonly search: string;
}

function Marks({ delivery, problem }: MailMessageWire): ReactNode {
  return (
    <>
      {delivery?.state === 'failed' ? (
        <IconMailX
          size={14}
          color="var(--us-refused)"
          role="img"
          aria-label={text('mail:list.notDelivered')}
        />
      ) : undefined}
      {problem === undefined ? undefined : (
        <IconAlertTriangle
          size={14}
          color="var(--us-asked)"
          role="img"
          aria-label={text('mail:invalidText')}
        />
      )}
    </>
  );
}

const Row = memo(function Row({ message, isChosen, search }: RowProps): ReactNode {
  const { id, subject, to, kind, sentAt, read } = message;
  return (
    <Link
      className={panes['entry']}
      to={{ pathname: `/mail/${encodeURIComponent(id)}`, search }}
      aria-current={isChosen}
      data-message={id}
    >
      <span className={panes['line']}>
        <span className={panes['name']} data-read={read || undefined}>
          {read ? undefined : (
            <IconCircleFilled
              size={8}
              className={classes['unread']}
              role="img"
              aria-label={text('mail:list.unread')}
            />
          )}
          {subject}
        </span>
        <Text c="dimmed" fz="xs" ff="monospace" title={formatInstant(sentAt)}>
          {formatInstant(sentAt, 'time')}
        </Text>
      </span>
      <span className={panes['detail']}>
        <Text fz="xs">{to}</Text>
      </span>
      <span className={panes['detail']}>
        <Marks {...message} />
        <Text c="dimmed" fz="xs">
          {text(MAIL_KIND_LABELS[kind])}
        </Text>
      </span>
    </Link>
  );
});

/** A link per message. */
export function MessageList({ messages, chosen, nothing }: Props): ReactNode {
  const navigate = useNavigate();
  const { search } = useLocation();
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    // From the focused row: after fast keys, the URL still names an earlier message.
    const focused = (event.target as HTMLElement).closest<HTMLElement>('[data-message]')?.dataset['message'];
    const next = messages[messages.findIndex(({ id }) => id === (focused ?? chosen)) + step];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    void navigate({ pathname: `/mail/${encodeURIComponent(next.id)}`, search });
    const link = event.currentTarget.querySelector<HTMLElement>(`[data-message="${CSS.escape(next.id)}"]`);
    link?.focus();
    link?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <nav className={panes['list']} aria-label={text('mail:list.label')} data-list="messages" onKeyDown={walk}>
      {messages.length === 0
        ? nothing
        : messages.map((message) => (
            <Row key={message.id} message={message} isChosen={message.id === chosen} search={search} />
          ))}
    </nav>
  );
}
