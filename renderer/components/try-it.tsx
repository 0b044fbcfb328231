// "Try it": starts a bundled sample application and opens it in the browser.
import { Anchor, Badge, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { SampleApplicationWire } from '#protocol/contract/admin-api.ts';
import { useRealm } from '../api/api-context.tsx';
import { openInBrowser } from '../api/bridge.ts';
import { useApplications, useServer, useSwitchApplication } from '../api/emulator.ts';
import { RichText } from '../texts/rich-text.ts';
import { settingText } from '../texts/setting-text.ts';
import { type PlainKey, text } from '../texts/text.ts';
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
      failed: text(on ? 'tryIt:notStarted' : 'tryIt:notStopped'),
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
        {text('tryIt:open')}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={busy}
        leftSection={<IconPlayerStop size={14} />}
        onClick={onStop}
      >
        {text('tryIt:stop')}
      </Button>
      <Anchor href={url} target="_blank" rel="noreferrer" ff="monospace" fz="xs" underline="always">
        {url}
      </Anchor>
      <CopyButton value={url} label={text('tryIt:url')} />
    </Group>
  );
}

/** Words for the state of an application. */
const STATES: Readonly<Record<SampleApplicationWire['state'], PlainKey>> = {
  stopped: 'tryIt:state.stopped',
  starting: 'tryIt:state.starting',
  running: 'tryIt:state.running',
  failed: 'tryIt:state.failed',
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
        {text('tryIt:action')}
      </Button>
      {state === 'failed' ? (
        <Text fz="sm" style={{ color: 'var(--us-refused)' }}>
          {error === undefined ? text('tryIt:noError') : <span lang="en">{error}</span>} {text('tryIt:again')}
        </Text>
      ) : undefined}
    </Group>
  );
}

function Application({ application }: { readonly application: SampleApplicationWire }): ReactNode {
  const { busy, start, stop } = useTryIt(application);
  const { id, state, url, unavailable } = application;
  const { label: title, help: summary } = settingText('sampleApplication', id) ?? {
    label: application.title,
    help: application.summary,
  };
  return (
    <TryItRow
      title={title}
      state={text(unavailable === undefined ? STATES[state] : 'tryIt:state.unavailable')}
      summary={summary}
    >
      {unavailable !== undefined ? (
        <Text c="dimmed" fz="sm" lang="en">
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
    <Stack
      gap="xs"
      component="section"
      className={classes['row'] ?? ''}
      aria-label={text('tryIt:label', { application: title })}
    >
      <Group justify="space-between" wrap="nowrap" gap={6}>
        <Title order={3} fz="md" miw={0}>
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
      <Text fz="sm">{text(realm === 'master' ? 'tryIt:none.master' : 'tryIt:none.other')}</Text>
      {hasDemo ? (
        <Button size="xs" onClick={() => switchRealm(DEMO_REALM)}>
          {text('tryIt:none.switch')}
        </Button>
      ) : (
        <Text c="dimmed" fz="sm">
          <RichText of="tryIt:none.start" parts={{ option: <Code /> }} />
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
