// The steps of a guide, each ready to copy.
import { Alert, Button, Code, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type StoredClient, useSaveClient } from '../api/clients.ts';
import type { GuideText } from '../guides/guide.ts';
import { guideScript } from '../guides/guide-script.ts';
import { addMissing, type MissingUris, type OfferedGuide } from '../guides/offered-guides.ts';
import { RichText } from '../texts/rich-text.ts';
import { text } from '../texts/text.ts';
import { announceDone } from '../ui/announce.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { languageOf } from '../ui/error-language.ts';
import { useWork } from '../ui/use-work.ts';

interface Props {
  readonly client: StoredClient;
  readonly offered: OfferedGuide;
}

function describeMissing({ redirectUri, webOrigin }: MissingUris): ReactNode {
  if (redirectUri === undefined)
    return <RichText of="guides:missing.origin" values={{ origin: webOrigin }} parts={{ code: <Code /> }} />;
  return <RichText of="guides:missing.redirect" values={{ uri: redirectUri }} parts={{ code: <Code /> }} />;
}

/** Offers to add what the client does not accept yet. */
function MissingNotice({ client, missing }: { client: StoredClient; missing: MissingUris }): ReactNode {
  const save = useSaveClient(client.id);
  const work = useWork();
  const { redirectUri, webOrigin } = missing;
  const { clientId = '' } = client;
  const uri = redirectUri ?? webOrigin;
  if (redirectUri === undefined && webOrigin === undefined) return undefined;
  const add = (): void =>
    work.start(() => save.mutateAsync(addMissing(client, missing)), {
      done: () => text('guides:missing.done', { client: clientId }),
      failed: text('guides:missing.failed', { client: clientId }),
      onDone: () => announceDone(text('guides:missing.added', { uri: uri ?? '', client: clientId })),
    });
  return (
    <Alert
      icon={<IconInfoCircle />}
      variant="default"
      title={text(redirectUri === undefined ? 'guides:missing.originTitle' : 'guides:missing.redirectTitle')}
    >
      <Stack gap="xs" align="flex-start">
        <Text fz="sm">{describeMissing(missing)}</Text>
        {work.error === undefined ? undefined : (
          <Text fz="sm" role="alert" lang={languageOf(work.error)} style={{ color: 'var(--us-refused)' }}>
            {work.error.message}
          </Text>
        )}
        <Button size="xs" loading={work.running} onClick={add}>
          {text(redirectUri === undefined ? 'guides:missing.addOrigin' : 'guides:missing.addRedirect')}
        </Button>
      </Stack>
    </Alert>
  );
}

function CopyAll({ guide }: { readonly guide: GuideText }): ReactNode {
  return (
    <CopyButton value={guideScript(guide)} timeout={1500}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={copy}
        >
          {text(copied ? 'guides:copied' : 'guides:copyAll')}
        </Button>
      )}
    </CopyButton>
  );
}

/** A numbered step. */
function Step({
  number,
  title,
  children,
}: {
  readonly number: number;
  readonly title: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Stack gap={4} component="li">
      <Text fz="sm" fw={500}>
        {number}. {title}
      </Text>
      {children}
    </Stack>
  );
}

/** Installation, files, command, result. */
export function GuideSteps({ client, offered }: Props): ReactNode {
  const { guide, install, files, command, expect, notes = [], missing } = offered;
  const steps = [
    ...(install === undefined
      ? []
      : [
          {
            title: text('guides:steps.install'),
            label: text('guides:steps.installation'),
            contents: install,
          },
        ]),
    ...files.map((file, index) => ({
      title: (
        <RichText
          of={install === undefined && index === 0 ? 'guides:steps.createFirst' : 'guides:steps.create'}
          parts={{ file: <Code>{file.name}</Code> }}
        />
      ),
      label: file.name,
      contents: file.text,
    })),
    { title: text('guides:steps.start'), label: text('guides:steps.startCommand'), contents: command },
  ];
  return (
    <Stack gap="md" component="section" aria-label={text('guides:steps.label', { guide: guide.title })}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div style={{ flex: '1 1 260px' }}>
          <Title order={3} fz="md">
            {guide.title}
          </Title>
          <Text c="dimmed" fz="sm">
            {`${text(guide.summary)} ${text('guides:steps.requires', { runtime: text(guide.runtime) })}`}
          </Text>
        </div>
        <CopyAll guide={offered} />
      </Group>
      <MissingNotice client={client} missing={missing} />
      {notes.map((note) => (
        <Alert key={note} icon={<IconInfoCircle />} variant="default">
          {note}
        </Alert>
      ))}
      <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map(({ title, label, contents }, index) => (
          <Step key={label} number={index + 1} title={title}>
            <CodeBlock label={label} text={contents} />
          </Step>
        ))}
        <Step number={steps.length + 1} title={text('guides:steps.check')}>
          <Text fz="sm">{expect}</Text>
        </Step>
      </Stack>
    </Stack>
  );
}
