// "Try it": starts a bundled sample application and opens it in the browser.
import { Anchor, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { SampleApplicationWire } from '#protocol/contract/admin-api.ts';
import { openInBrowser } from '../api/bridge.ts';
import { useApplications, useSwitchApplication } from '../api/emulator.ts';
import { announceOutcome } from '../ui/announce.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { QueryView } from '../ui/query-view.tsx';

/** Starts or stops an application. After "Try it", opens it as soon as it is running. */
function useTryIt(application: SampleApplicationWire): {
  busy: boolean;
  start: () => void;
  stop: () => void;
} {
  const [opening, setOpening] = useState(false);
  const { mutateAsync, isPending } = useSwitchApplication();
  const { id, state, url } = application;
  useEffect(() => {
    if (!opening || (state !== 'running' && state !== 'failed')) return;
    setOpening(false);
    if (state === 'running' && url !== undefined) openInBrowser(url);
  }, [opening, state, url]);
  const change = (on: boolean): void => {
    setOpening(on);
    void announceOutcome(mutateAsync({ id, on }, { onError: () => setOpening(false) }), {
      failed: on ? 'The sample application did not start' : 'The sample application did not stop',
    });
  };
  return {
    busy: isPending || opening || state === 'starting',
    start: () => change(true),
    stop: () => change(false),
  };
}

function Running({
  url,
  onStop,
  busy,
}: {
  readonly url: string;
  readonly onStop: () => void;
  readonly busy: boolean;
}): ReactNode {
  return (
    <Group gap="xs">
      <Button size="xs" leftSection={<IconExternalLink size={14} />} onClick={() => openInBrowser(url)}>
        Open
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={busy}
        leftSection={<IconPlayerStop size={14} />}
        onClick={onStop}
      >
        Stop
      </Button>
      <Anchor href={url} target="_blank" rel="noreferrer" ff="monospace" fz="xs" underline="always">
        {url}
      </Anchor>
      <CopyButton value={url} label="application URL" />
    </Group>
  );
}

function ApplicationCard({ application }: { readonly application: SampleApplicationWire }): ReactNode {
  const { busy, start, stop } = useTryIt(application);
  const { state, url } = application;
  return (
    <Card withBorder padding="md" component="section" aria-label={`Try it: ${application.title}`}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} fz="md">
            {application.title}
          </Title>
          <Badge variant="default" tt="none" radius="sm" aria-live="polite">
            {state}
          </Badge>
        </Group>
        <Text c="dimmed" fz="sm">
          {application.summary}
        </Text>
        {state === 'running' && url !== undefined ? (
          <Running url={url} busy={busy} onStop={stop} />
        ) : (
          <Group gap="xs">
            <Button size="xs" loading={busy} leftSection={<IconPlayerPlay size={14} />} onClick={start}>
              Try it
            </Button>
            {state === 'failed' ? (
              <Text fz="sm" style={{ color: 'var(--us-refused)' }}>
                {application.error ?? 'It stopped without an error.'} Press “Try it” to start it again.
              </Text>
            ) : undefined}
          </Group>
        )}
      </Stack>
    </Card>
  );
}

/** A card per sample application of the selected realm. */
export function TryIt(): ReactNode {
  const applications = useApplications();
  return (
    <QueryView query={applications}>
      {(rows) => (
        <Stack gap="md">
          {rows.map((application) => (
            <ApplicationCard key={application.id} application={application} />
          ))}
          {rows.length === 0 ? (
            <Text c="dimmed" fz="sm">
              The sample application uses the demo realm. Select that realm at the top left, or connect your
              own application with the settings below.
            </Text>
          ) : undefined}
        </Stack>
      )}
    </QueryView>
  );
}
