// The selected flow: actions, sequence diagram, and the selected exchange.
import { Anchor, Button, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { IconDeviceFloppy, IconFlask, IconPin, IconPinnedOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadRecord, useActivityRecord } from '../../api/activity.ts';
import { useApi } from '../../api/api-context.tsx';
import { saveTextFile } from '../../api/bridge.ts';
import { FlowDiagram } from '../../components/flow-diagram.tsx';
import { announceDone, announceFailure } from '../../ui/announce.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import classes from './activity-screen.module.css';
import { ExchangeDetail } from './exchange-detail.tsx';
import type { Flow } from './group-flows.ts';
import { useFlowFilter } from './use-flow-filter.ts';

interface Props {
  readonly flow: Flow | undefined;
  readonly exchangeId: string | undefined;
  readonly pinned: boolean;
  readonly onPin: (flow: string) => void;
}

/** Loads every exchange of a flow and saves them as one JSON file. */
function useSaveFlow(flow: Flow, reveal: boolean): readonly [busy: boolean, save: () => void] {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const exchanges = await Promise.all(flow.exchanges.map(({ id }) => loadRecord(api, id, reveal)));
    const text = JSON.stringify({ flow: flow.id, secretsRevealed: reveal, exchanges }, undefined, 2);
    if (await saveTextFile(`flow-${flow.clientId ?? 'unknown'}-${flow.id}.json`, `${text}\n`))
      announceDone('Saved the flow.');
  };
  const start = (): void => {
    setBusy(true);
    void save()
      .catch((error: Error) => announceFailure('The flow was not saved', error))
      .finally(() => setBusy(false));
  };
  return [busy, start];
}

interface ActionsProps {
  readonly flow: Flow;
  readonly pinned: boolean;
  readonly reveal: boolean;
  readonly onReveal: (on: boolean) => void;
  readonly onPin: (flow: string) => void;
}

function FlowActions({ flow, pinned, reveal, onReveal, onPin }: ActionsProps): ReactNode {
  const [saving, save] = useSaveFlow(flow, reveal);
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={pinned ? <IconPinnedOff size={14} /> : <IconPin size={14} />}
        onClick={() => onPin(flow.id)}
      >
        {pinned ? 'Unpin' : 'Pin'}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={saving}
        leftSection={<IconDeviceFloppy size={14} />}
        onClick={save}
      >
        Save flow
      </Button>
      <Switch
        size="xs"
        ml="auto"
        label="Reveal secrets"
        checked={reveal}
        onChange={(event) => onReveal(event.currentTarget.checked)}
      />
    </Group>
  );
}

/** Which test caused the flow; its other flows are one click away. */
function TestName({ test }: { readonly test: string }): ReactNode {
  const { filter, change } = useFlowFilter();
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <IconFlask size={16} aria-hidden="true" style={{ flexShrink: 0, marginTop: 2 }} />
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        Test: {test}{' '}
        {filter.test === test ? undefined : (
          <Anchor component="button" type="button" fz="sm" onClick={() => change({ test })}>
            Show only this test
          </Anchor>
        )}
      </Text>
    </Group>
  );
}

/** Shows the diagram above the details. */
export function FlowPane({ flow, exchangeId, pinned, onPin }: Props): ReactNode {
  const [reveal, setReveal] = useState(false);
  const record = useActivityRecord(exchangeId, reveal);
  const navigate = useNavigate();
  const { search } = useLocation();
  if (exchangeId === undefined)
    return (
      <Text p="md" c="dimmed">
        Select a flow on the left.
      </Text>
    );
  return (
    <section className={classes['pane']} aria-label="Flow">
      <Stack gap="md">
        {flow === undefined ? undefined : (
          <>
            <Title order={2} fz="md">
              {flow.name}
            </Title>
            {flow.test === undefined ? undefined : <TestName test={flow.test} />}
            <FlowActions flow={flow} pinned={pinned} reveal={reveal} onReveal={setReveal} onPin={onPin} />
            <FlowDiagram
              exchanges={flow.exchanges}
              chosen={exchangeId}
              onChoose={(id) => navigate({ pathname: `/activity/${id}`, search })}
            />
          </>
        )}
        <QueryView query={record} lines={6}>
          {(loaded) => <ExchangeDetail key={loaded.id} record={loaded} />}
        </QueryView>
      </Stack>
    </section>
  );
}
