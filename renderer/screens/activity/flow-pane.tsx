// The selected flow: actions, sequence diagram, and the selected exchange.
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useActivityRecord } from '../../api/activity.ts';
import { FlowDiagram } from '../../components/flow-diagram.tsx';
import { text } from '../../texts/text.ts';
import panes from '../../ui/panes.module.css';
import { QueryView } from '../../ui/query-view.tsx';
import { ExchangeDetail } from './exchange-detail.tsx';
import { FlowActions } from './flow-actions.tsx';
import type { Flow } from './group-flows.ts';
import { useFlowFilter } from './use-flow-filter.ts';

interface Props {
  readonly flow: Flow | undefined;
  readonly exchangeId: string | undefined;
  readonly pinned: boolean;
  readonly onPin: (flow: string) => void;
}

/** Which test caused the flow; its other flows are one click away. */
function TestName({ test }: { readonly test: string }): ReactNode {
  const { filter, change } = useFlowFilter();
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <IconFlask size={16} aria-hidden="true" style={{ flexShrink: 0, marginTop: 2 }} />
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {text('activity:flow.test', { test })}{' '}
        {filter.test === test ? undefined : (
          <Anchor component="button" type="button" fz="sm" onClick={() => change({ test })}>
            {text('activity:flow.onlyTest')}
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
        {text('activity:flow.select')}
      </Text>
    );
  return (
    <section className={panes['pane']} aria-label={text('activity:flow.label')}>
      <Stack gap="md">
        {flow === undefined ? undefined : (
          <>
            <Title order={2} fz="md" lang="en">
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
