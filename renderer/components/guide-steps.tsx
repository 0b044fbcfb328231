// The steps of a guide, each ready to copy.
import { Alert, Button, Code, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type StoredClient, useSaveClient } from '../api/clients.ts';
import type { GuideText } from '../guides/guide.ts';
import { guideScript } from '../guides/guide-script.ts';
import { addMissing, type MissingUris, type OfferedGuide } from '../guides/offered-guides.ts';
import { announceDone } from '../ui/announce.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { useWork } from '../ui/use-work.ts';

interface Props {
  readonly client: StoredClient;
  readonly offered: OfferedGuide;
}

function describeMissing({ redirectUri, webOrigin }: MissingUris): ReactNode {
  if (redirectUri === undefined)
    return (
      <>
        The browser may not call the token endpoint from <Code>{webOrigin}</Code>: it is not one of the
        client’s web origins.
      </>
    );
  return (
    <>
      None of the client’s valid redirect URIs fits this guide. It uses <Code>{redirectUri}</Code>.
    </>
  );
}

/** Offers to add what the client does not accept yet. */
function MissingNotice({ client, missing }: { client: StoredClient; missing: MissingUris }): ReactNode {
  const save = useSaveClient(client.id);
  const work = useWork();
  const { redirectUri, webOrigin } = missing;
  if (redirectUri === undefined && webOrigin === undefined) return undefined;
  const add = (): void =>
    work.start(() => save.mutateAsync(addMissing(client, missing)), {
      done: () => `Added it to client ${client.clientId}.`,
      failed: `Client ${client.clientId} was not changed`,
      onDone: () => announceDone(`Added ${redirectUri ?? webOrigin} to client ${client.clientId}.`),
    });
  return (
    <Alert
      icon={<IconInfoCircle />}
      variant="default"
      title={redirectUri === undefined ? 'Web origin is missing' : 'Redirect URI is missing'}
    >
      <Stack gap="xs" align="flex-start">
        <Text fz="sm">{describeMissing(missing)}</Text>
        {work.error === undefined ? undefined : (
          <Text fz="sm" role="alert" style={{ color: 'var(--us-refused)' }}>
            {work.error.message}
          </Text>
        )}
        <Button size="xs" loading={work.running} onClick={add}>
          {redirectUri === undefined ? 'Add web origin' : 'Add redirect URI'}
        </Button>
      </Stack>
    </Alert>
  );
}

function CopyAll({ text }: { readonly text: GuideText }): ReactNode {
  return (
    <CopyButton value={guideScript(text)} timeout={1500}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={copy}
        >
          {copied ? 'Copied' : 'Copy all as shell script'}
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
      : [{ title: 'In an empty folder, install', label: 'installation', text: install }]),
    ...files.map(({ name, text }, index) => ({
      title: (
        <>
          {install === undefined && index === 0 ? 'In an empty folder, create' : 'Create'} <Code>{name}</Code>
        </>
      ),
      label: name,
      text,
    })),
    { title: 'Start', label: 'start command', text: command },
  ];
  return (
    <Stack gap="md" component="section" aria-label={`${guide.title} guide`}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div style={{ flex: '1 1 260px' }}>
          <Title order={3} fz="md">
            {guide.title}
          </Title>
          <Text c="dimmed" fz="sm">
            {guide.summary} Requires {guide.runtime}.
          </Text>
        </div>
        <CopyAll text={offered} />
      </Group>
      <MissingNotice client={client} missing={missing} />
      {notes.map((note) => (
        <Alert key={note} icon={<IconInfoCircle />} variant="default">
          {note}
        </Alert>
      ))}
      <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map(({ title, label, text }, index) => (
          <Step key={label} number={index + 1} title={title}>
            <CodeBlock label={label} text={text} />
          </Step>
        ))}
        <Step number={steps.length + 1} title="Check">
          <Text fz="sm">{expect}</Text>
        </Step>
      </Stack>
    </Stack>
  );
}
