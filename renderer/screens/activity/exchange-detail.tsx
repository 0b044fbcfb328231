// One exchange, decoded: why it was refused, request, response, tokens, decisions, curl.
import { Badge, Button, CopyButton, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import { FaultNote } from '../../components/fault-note.tsx';
import { MailNote } from '../../components/mail-note.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TokenView } from '../../components/token-view.tsx';
import { perLanguage, shownLanguage, text } from '../../texts/text.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton as SmallCopyButton } from '../../ui/copy-button.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { Decisions } from './decisions.tsx';
import { MessageView } from './message-view.tsx';
import { RefusalBanner } from './refusal-banner.tsx';

const milliseconds = perLanguage(
  () =>
    new Intl.NumberFormat(shownLanguage(), {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      useGrouping: false,
    }),
);

function Heading({ record }: { readonly record: ActivityRecord }): ReactNode {
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Title order={2} fz="lg" lang="en">
          {record.title}
        </Title>
        <StatusBadge outcome={record.outcome} status={record.status} />
        <Text c="dimmed" fz="xs">
          {formatInstant(record.startedAt)} ·{' '}
          {text('activity:exchange.duration', { duration: milliseconds().format(record.durationMs) })}
          {record.server === undefined
            ? undefined
            : ` · ${text('activity:exchange.server', { server: record.server })}`}
        </Text>
        <CopyButton value={record.curl}>
          {({ copied, copy }) => (
            <Button
              ml="auto"
              size="compact-xs"
              variant="default"
              leftSection={<IconTerminal2 size={14} />}
              onClick={copy}
            >
              {text(copied ? 'activity:exchange.copied' : 'activity:exchange.curl')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Group gap={4} wrap="nowrap">
        <Text ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
          {record.method} {record.path}
        </Text>
        <SmallCopyButton value={record.path} label={text('activity:exchange.path')} />
      </Group>
    </Stack>
  );
}

function Count({ value }: { readonly value: number }): ReactNode {
  return value === 0 ? undefined : (
    <Badge size="xs" variant="default" radius="sm">
      {value}
    </Badge>
  );
}

/** The record in tabs. Opens on the request, where most problems are. */
export function ExchangeDetail({ record }: { readonly record: ActivityRecord }): ReactNode {
  const tokens = [...record.request.tokens, ...record.response.tokens];
  return (
    <Stack gap="sm">
      <Heading record={record} />
      {record.refusal === undefined ? undefined : <RefusalBanner record={record} refusal={record.refusal} />}
      {record.fault === undefined ? undefined : <FaultNote id={record.fault} />}
      <MailNote {...record} />
      <Tabs defaultValue="request" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="request">{text('activity:exchange.request')}</Tabs.Tab>
          <Tabs.Tab value="response">{text('activity:exchange.response')}</Tabs.Tab>
          <Tabs.Tab
            value="tokens"
            disabled={tokens.length === 0}
            rightSection={<Count value={tokens.length} />}
          >
            {text('activity:exchange.tokens')}
          </Tabs.Tab>
          <Tabs.Tab
            value="decisions"
            disabled={record.decisions.length === 0}
            rightSection={<Count value={record.decisions.length} />}
          >
            {text('activity:exchange.decisions')}
          </Tabs.Tab>
          <Tabs.Tab value="curl">{text('activity:exchange.curlTab')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="request" pt="sm">
          <MessageView message={record.request} />
        </Tabs.Panel>
        <Tabs.Panel value="response" pt="sm">
          <MessageView message={record.response} location={record.response.location} />
        </Tabs.Panel>
        <Tabs.Panel value="tokens" pt="sm">
          <Stack gap="lg">
            {tokens.map((token, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a message's tokens never change places, and names may repeat.
              <TokenView key={position} token={token} />
            ))}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="decisions" pt="sm">
          <Decisions decisions={record.decisions} />
        </Tabs.Panel>
        <Tabs.Panel value="curl" pt="sm">
          <CodeBlock label={text('activity:exchange.curlCommand')} text={record.curl} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
