// Mail: what the realm would have sent. Messages arrive live; the selected one is shown with its link.
import { Box, Button, Group, Text, Title } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { type ReactNode, useEffect, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import type { MailboxWire } from '#protocol/contract/mail.ts';
import { useMailbox, useMailStream } from '../../api/mail.ts';
import { text } from '../../texts/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import panes from '../../ui/panes.module.css';
import { QueryView } from '../../ui/query-view.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { ANY_MESSAGE, chooseMessages, type MailFilter } from './choose-messages.ts';
import { MailToolbar } from './mail-toolbar.tsx';
import { MessageList } from './message-list.tsx';
import { MessageView } from './message-view.tsx';

function EmptyMailbox(): ReactNode {
  return (
    <EmptyState
      title={text('mail:empty.title')}
      text={text('mail:empty.text')}
      action={
        <Button variant="default" size="xs" component={Link} to="/users">
          {text('mail:empty.action')}
        </Button>
      }
    />
  );
}

function NoMatch({ onShowAll }: { readonly onShowAll: () => void }): ReactNode {
  return (
    <EmptyState
      title={text('mail:noMatch.title')}
      text={text('mail:noMatch.text')}
      action={
        <Button variant="default" size="xs" onClick={onShowAll}>
          {text('mail:noMatch.action')}
        </Button>
      }
    />
  );
}

/** A message that the URL names and that is gone. */
function MissingMessage(): ReactNode {
  return (
    <section className={panes['pane']} aria-label={text('mail:message.label')}>
      <EmptyState title={text('mail:missing.title')} text={text('mail:missing.text')} />
    </section>
  );
}

function Panes({ mailbox }: { readonly mailbox: MailboxWire }): ReactNode {
  const { id } = useParams();
  const [filter, change] = useAddress<keyof MailFilter>(ANY_MESSAGE);
  const shown = useMemo(() => chooseMessages(mailbox.messages, filter), [mailbox.messages, filter]);
  if (mailbox.messages.length === 0 && id === undefined) return <EmptyMailbox />;
  // Without a selection, the newest message is open: most people come for its link.
  const chosen = id === undefined ? shown[0] : mailbox.messages.find((message) => message.id === id);
  return (
    <>
      <MailToolbar
        filter={filter}
        change={change}
        shown={shown.length}
        total={mailbox.messages.length}
        unread={mailbox.unread}
      />
      <div className={panes['panes']}>
        <MessageList
          messages={shown}
          chosen={chosen?.id}
          nothing={<NoMatch onShowAll={() => change(ANY_MESSAGE)} />}
        />
        {chosen === undefined && id !== undefined ? <MissingMessage /> : undefined}
        {chosen === undefined ? undefined : <MessageView message={chosen} />}
      </div>
    </>
  );
}

/** The screen; `#/mail/<message id>?text=…&kind=…&user=…` opens it at a message, or with a filter. */
export function MailScreen(): ReactNode {
  const mailbox = useMailbox();
  useMailStream(useDocumentVisibility() === 'visible');
  useEffect(() => {
    document.title = `${text('mail:title')} · Understudy`;
  }, []);
  return (
    <Box className={panes['screen'] ?? ''}>
      <Group gap="sm" align="baseline">
        <Title order={1} fz={22}>
          {text('mail:title')}
        </Title>
        <Text c="dimmed">{text('mail:heading')}</Text>
      </Group>
      <QueryView query={mailbox} lines={8}>
        {(loaded) => <Panes mailbox={loaded} />}
      </QueryView>
    </Box>
  );
}
