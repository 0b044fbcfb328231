// The selected message: its link, who sent it to whom and why, what became of it, and its contents.
import { Alert, Anchor, Button, CopyButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCopy, IconExternalLink, IconMailX, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import { useRealm } from '../../api/api-context.tsx';
import { openInBrowser } from '../../api/bridge.ts';
import { mailKey, mailPath, useMarkRead } from '../../api/mail.ts';
import { useUndoableDelete } from '../../components/undoable-delete.tsx';
import { text } from '../../texts/text.ts';
import { formatInstant } from '../../ui/instant.ts';
import { focusWhenDrawn } from '../../ui/keep-focus.ts';
import panes from '../../ui/panes.module.css';
import { describeDelivery, MAIL_KIND_LABELS } from './describe-message.ts';
import classes from './mail.module.css';
import { MessageBody } from './message-body.tsx';

function MessageLink({ link }: { readonly link: string }): ReactNode {
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Text ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }} lineClamp={3} title={link}>
          {link}
        </Text>
        <Group gap="xs">
          <Button size="xs" leftSection={<IconExternalLink size={14} />} onClick={() => openInBrowser(link)}>
            {text('mail:message.openLink')}
          </Button>
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" leftSection={<IconCopy size={14} />} onClick={copy}>
                {text(copied ? 'mail:message.linkCopied' : 'mail:message.copyLink')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Paper>
  );
}

/** What is wrong with the message or its delivery, and the remedy. */
function Problems({ problem, delivery }: MailMessageWire): ReactNode {
  return (
    <>
      {delivery?.state === 'failed' ? (
        <Alert
          variant="default"
          title={describeDelivery(delivery)}
          icon={<IconMailX color="var(--us-refused)" />}
        >
          <span lang="en">{delivery.problem}</span>
        </Alert>
      ) : undefined}
      {problem === undefined ? undefined : (
        <Alert
          variant="default"
          title={text('mail:invalidText')}
          icon={<IconAlertTriangle color="var(--us-asked)" />}
        >
          <span lang="en">{problem}</span>
        </Alert>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Facts({ message }: { readonly message: MailMessageWire }): ReactNode {
  const { from, to, sentAt, kind, userId, username, exchange, delivery } = message;
  return (
    <dl className={classes['facts']}>
      <Fact name={text('mail:fact.from')}>{from}</Fact>
      <Fact name={text('mail:fact.to')}>{to}</Fact>
      <Fact name={text('mail:fact.sent')}>
        <time dateTime={sentAt}>{formatInstant(sentAt)}</time>
      </Fact>
      <Fact name={text('mail:fact.user')}>
        <Anchor component={Link} to={`/users/${encodeURIComponent(userId)}`} fz="sm" underline="always">
          {username}
        </Anchor>
      </Fact>
      <Fact name={text('mail:fact.reason')}>
        {text(MAIL_KIND_LABELS[kind])}
        {' · '}
        <Anchor component={Link} to={`/activity/${encodeURIComponent(exchange)}`} fz="sm" underline="always">
          {text('mail:message.showRequest')}
        </Anchor>
      </Fact>
      {delivery === undefined ? undefined : (
        <Fact name={text('mail:fact.delivery')}>{describeDelivery(delivery)}</Fact>
      )}
    </dl>
  );
}

function DeleteMessage({ message }: { readonly message: MailMessageWire }): ReactNode {
  const [realm] = useRealm();
  const remove = useUndoableDelete();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { id, subject, to } = message;
  const leave = (): void => {
    remove({
      path: `${mailPath(realm)}/${encodeURIComponent(id)}`,
      what: text('mail:message.name', { subject, to }),
      queryKey: mailKey(realm),
      reopen: () => void navigate({ pathname: `/mail/${encodeURIComponent(id)}`, search }),
    });
    void navigate({ pathname: '/mail', search });
    focusWhenDrawn(() => document.querySelector('[data-list="messages"] a'));
  };
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={text('mail:message.deleteLabel')}
      style={{ flexShrink: 0 }}
      leftSection={<IconTrash size={14} />}
      onClick={leave}
    >
      {text('mail:message.delete')}
    </Button>
  );
}

/** Opening a message marks it as read. */
export function MessageView({ message }: { readonly message: MailMessageWire }): ReactNode {
  const { mutate } = useMarkRead();
  const { id, read, subject, link } = message;
  useEffect(() => {
    if (!read) mutate({ messages: [id] });
  }, [id, read, mutate]);
  return (
    <section className={panes['pane']} aria-label={text('mail:message.label')}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
          <Title order={2} fz="lg" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {subject}
          </Title>
          <DeleteMessage message={message} />
        </Group>
        <MessageLink link={link} />
        <Problems {...message} />
        <Facts message={message} />
        <MessageBody key={id} message={message} />
      </Stack>
    </section>
  );
}
