// What can be done with a flow: pin, save, copy as a test, reveal secrets.
import { Button, Group, Switch } from '@mantine/core';
import { IconDeviceFloppy, IconPin, IconPinnedOff, IconTestPipe } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import { loadRecord } from '../../api/activity.ts';
import { useApi } from '../../api/api-context.tsx';
import { saveTextFile } from '../../api/bridge.ts';
import { text } from '../../texts/text.ts';
import { announceCopy, announceDone, announceFailure } from '../../ui/announce.tsx';
import type { Flow } from './group-flows.ts';
import { isRepeatable } from './playwright-spec/act.ts';
import { writeSpec } from './playwright-spec/write-spec.ts';

interface Props {
  readonly flow: Flow;
  readonly pinned: boolean;
  readonly reveal: boolean;
  readonly onReveal: (on: boolean) => void;
  readonly onPin: (flow: string) => void;
}

/** Loads every exchange of the flow for a task. `failed`: title of the message when that fails. */
function useExchanges(
  flow: Flow,
  reveal: boolean,
  failed: string,
  task: (exchanges: readonly ActivityRecord[]) => Promise<void>,
): readonly [busy: boolean, start: () => void] {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const start = (): void => {
    setBusy(true);
    void Promise.all(flow.exchanges.map(({ id }) => loadRecord(api, id, reveal)))
      .then(task)
      .catch((error: Error) => announceFailure(failed, error))
      .finally(() => setBusy(false));
  };
  return [busy, start];
}

function SaveButton({ flow, reveal }: Pick<Props, 'flow' | 'reveal'>): ReactNode {
  const [busy, save] = useExchanges(flow, reveal, text('activity:flow.notSaved'), async (exchanges) => {
    const file = JSON.stringify({ flow: flow.id, secretsRevealed: reveal, exchanges }, undefined, 2);
    if (await saveTextFile(`flow-${flow.clientId ?? 'unknown'}-${flow.id}.json`, `${file}\n`))
      announceDone(text('activity:flow.saved'));
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      leftSection={<IconDeviceFloppy size={14} />}
      onClick={save}
    >
      {text('activity:flow.save')}
    </Button>
  );
}

/** Specs contain no secrets, revealed or not. */
function CopySpecButton({ flow }: Pick<Props, 'flow'>): ReactNode {
  const failed = text('activity:flow.testNotCopied');
  const [busy, copy] = useExchanges(flow, false, failed, async (exchanges) => {
    const spec = writeSpec(exchanges);
    if (spec === undefined) throw new Error(text('activity:flow.noTest'));
    await announceCopy(spec, text('activity:flow.testCopied'));
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      leftSection={<IconTestPipe size={14} />}
      onClick={copy}
    >
      {text('activity:flow.copyTest')}
    </Button>
  );
}

export function FlowActions({ flow, pinned, reveal, onReveal, onPin }: Props): ReactNode {
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={pinned ? <IconPinnedOff size={14} /> : <IconPin size={14} />}
        onClick={() => onPin(flow.id)}
      >
        {text(pinned ? 'activity:flow.unpin' : 'activity:flow.pin')}
      </Button>
      <SaveButton flow={flow} reveal={reveal} />
      {isRepeatable(flow.kind) ? <CopySpecButton flow={flow} /> : undefined}
      <Switch
        size="xs"
        ml="auto"
        label={text('activity:flow.reveal')}
        checked={reveal}
        onChange={(event) => onReveal(event.currentTarget.checked)}
      />
    </Group>
  );
}
