// "Try it": starts a bundled sample application and opens it in the browser.
import { Anchor, Badge, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { SampleApplicationWire } from '#protocol/contract/admin-api.ts';
import { useRealm } from '../api/api-context.tsx';
import { openInBrowser } from '../api/bridge.ts';
import { useApplications, useServer, useSwitchApplication } from '../api/emulator.ts';
import { announceOutcome } from '../ui/announce.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { useSwitchRealm } from './switch-realm.ts';
import classes from './try-it.module.css';

/** The built-in realm whose clients the sample applications use. */
const DEMO_REALM = 'demo';

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

/** Words for the state of an application. */
const STATES: Readonly<Record<SampleApplicationWire['state'], string>> = {
  stopped: 'Ready to try',
  starting: 'Starting',
  running: 'Running',
  failed: 'Did not start',
};

function Start({
  application,
  busy,
  onStart,
}: {
  readonly application: SampleApplicationWire;
  readonly busy: boolean;
  readonly onStart: () => void;
}): ReactNode {
  const { state, error } = application;
  return (
    <Group gap="xs">
      <Button size="xs" loading={busy} leftSection={<IconPlayerPlay size={14} />} onClick={onStart}>
        Try it
      </Button>
      {state === 'failed' ? (
        <Text fz="sm" style={{ color: 'var(--us-refused)' }}>
          {error ?? 'It stopped without an error.'} Press “Try it” to start it again.
        </Text>
      ) : undefined}
    </Group>
  );
}

function Application({ application }: { readonly application: SampleApplicationWire }): ReactNode {
  const { busy, start, stop } = useTryIt(application);
  const { state, title, summary, url, unavailable } = application;
  return (
    <TryItRow
      title={title}
      state={unavailable === undefined ? STATES[state] : 'Not in this realm'}
      summary={summary}
    >
      {unavailable !== undefined ? (
        <Text c="dimmed" fz="sm">
          {unavailable}.
        </Text>
      ) : state === 'running' && url !== undefined ? (
        <Running url={url} busy={busy} onStop={stop} />
      ) : (
        <Start application={application} busy={busy} onStart={start} />
      )}
    </TryItRow>
  );
}

/** Something to try: its name, its state, what it is, and its buttons. */
export function TryItRow({
  title,
  state,
  summary,
  children,
}: {
  readonly title: string;
  readonly state: string;
  readonly summary: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Stack gap="xs" component="section" className={classes['row'] ?? ''} aria-label={`Try it: ${title}`}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} fz="md">
          {title}
        </Title>
        <Badge variant="default" tt="none" radius="sm" aria-live="polite" className={classes['state'] ?? ''}>
          {state}
        </Badge>
      </Group>
      <Text c="dimmed" fz="sm">
        {summary}
      </Text>
      {children}
    </Stack>
  );
}

/** Says why the realm has no sample application, and switches to the one that has them. */
function NothingToTry(): ReactNode {
  const [realm] = useRealm();
  const switchRealm = useSwitchRealm();
  const hasDemo = useServer().data?.realms.some((row) => row.realm === DEMO_REALM) ?? false;
  return (
    <Stack gap="xs" align="flex-start" className={classes['row'] ?? ''}>
      <Text fz="sm">
        {realm === 'master'
          ? 'The realm master is for the administrators of this server. The sample applications, like your own, sign users in to another realm.'
          : 'The sample applications sign in with clients of the demo realm, which this realm does not have.'}
      </Text>
      {hasDemo ? (
        <Button size="xs" onClick={() => switchRealm(DEMO_REALM)}>
          Switch to the demo realm
        </Button>
      ) : (
        <Text c="dimmed" fz="sm">
          Start the server with <Code>--demo-realm=true</Code> and an empty data directory to get a demo realm
          with users, clients and sample applications.
        </Text>
      )}
    </Stack>
  );
}

/** The sample applications of the selected realm, or why it has none. */
export function SampleApplications(): ReactNode {
  const applications = useApplications();
  return (
    <QueryView query={applications}>
      {(rows) =>
        rows.every(({ unavailable }) => unavailable !== undefined) ? (
          <NothingToTry />
        ) : (
          rows.map((application) => <Application key={application.id} application={application} />)
        )
      }
    </QueryView>
  );
}
