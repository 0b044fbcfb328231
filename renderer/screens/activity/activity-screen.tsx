// Activity: exchanges as they happen, grouped by flow. The selected one is shown decoded.
import { Box, Group, Text, Title } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useParams } from 'react-router';
import type { ActivityPage, ActivitySummary } from '#protocol/contract/activity.ts';
import { useActivity, useBackgroundActivity, useMarkSeen } from '../../api/activity.ts';
import { SampleApplications } from '../../components/try-it.tsx';
import { text } from '../../texts/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import panes from '../../ui/panes.module.css';
import { QueryView } from '../../ui/query-view.tsx';
import classes from './activity-screen.module.css';
import { ActivityToolbar } from './activity-toolbar.tsx';
import { FlowList } from './flow-list.tsx';
import { FlowPane } from './flow-pane.tsx';
import {
  choicesOf,
  chooseFlows,
  type Flow,
  groupFlows,
  isInRealm,
  mainExchange,
  mergeRecords,
} from './group-flows.ts';
import { NoFlows } from './no-flows.tsx';
import { useFlowFilter } from './use-flow-filter.ts';

/** Pinned flows, kept while the window is open: the server does not keep flows across restarts either. */
function usePins(): readonly [pins: ReadonlySet<string>, toggle: (flow: string) => void] {
  const [list, setList] = useSessionStorage<string[]>({ key: 'understudy.console.pins', defaultValue: [] });
  const toggle = (flow: string): void =>
    setList((pins) => (pins.includes(flow) ? pins.filter((pin) => pin !== flow) : [...pins, flow]));
  return [useMemo(() => new Set(list), [list]), toggle];
}

/** Marks refusals as seen while the screen is open. */
function useMarkSeenWhileOpen(refusals: number): void {
  const { mutate } = useMarkSeen();
  useEffect(() => {
    if (refusals > 0) mutate();
  }, [refusals, mutate]);
}

function NothingYet(): ReactNode {
  return (
    <EmptyState
      title={text('activity:empty.title')}
      text={text('activity:empty.text')}
      action={
        <div className={classes['applications']}>
          <SampleApplications />
        </div>
      }
    />
  );
}

const NO_RECORDS: readonly ActivitySummary[] = [];

/** The flows, with background requests if they are shown. */
function useFlows(page: ActivityPage, withBackground: boolean): readonly Flow[] {
  const { records = NO_RECORDS } = useBackgroundActivity(withBackground).data ?? {};
  const background = withBackground ? records : NO_RECORDS;
  return useMemo(() => groupFlows(mergeRecords(page.records, background)), [page.records, background]);
}

function Panes({ page }: { readonly page: ActivityPage }): ReactNode {
  const { id } = useParams();
  const { filter, change } = useFlowFilter();
  const [pins, togglePin] = usePins();
  const all = useFlows(page, filter.background);
  const scope = useMemo(() => all.filter((flow) => isInRealm(flow, filter.realm)), [all, filter.realm]);
  const choices = useMemo(() => choicesOf(scope), [scope]);
  const flows = useMemo(() => chooseFlows(all, filter, pins), [all, filter, pins]);
  useMarkSeenWhileOpen(page.refusals);
  const named =
    id === undefined ? undefined : all.find((flow) => flow.exchanges.some((exchange) => exchange.id === id));
  // Without a selection, the newest flow is open; opening a background request would cause the next one.
  const flow = id === undefined ? flows.find(({ isBackground }) => !isBackground) : named;
  const exchangeId = id ?? (flow === undefined ? undefined : mainExchange(flow).id);
  if (page.records.length === 0 && id === undefined && !filter.background) return <NothingYet />;
  const countElsewhere = (): number => chooseFlows(all, { ...filter, realm: undefined }, pins).length;
  return (
    <>
      <ActivityToolbar
        filter={filter}
        change={change}
        choices={choices}
        shown={flows.length}
        total={scope.length}
      />
      <div className={panes['panes']}>
        <FlowList
          flows={flows}
          chosen={flow?.id}
          pins={pins}
          withRealms={filter.realm === undefined}
          nothing={
            <NoFlows filter={filter} change={change} elsewhere={flows.length === 0 ? countElsewhere() : 0} />
          }
        />
        <FlowPane
          flow={flow}
          exchangeId={exchangeId}
          pinned={flow !== undefined && pins.has(flow.id)}
          onPin={togglePin}
        />
      </div>
    </>
  );
}

/** The screen; `#/activity/<exchange id>` opens it at one exchange. */
export function ActivityScreen(): ReactNode {
  const activity = useActivity();
  useEffect(() => {
    document.title = `${text('activity:title')} · Understudy`;
  }, []);
  return (
    <Box className={panes['screen'] ?? ''}>
      <Group gap="sm" align="baseline">
        <Title order={1} fz={22}>
          {text('activity:title')}
        </Title>
        <Text c="dimmed">{text('activity:heading')}</Text>
      </Group>
      <QueryView query={activity} lines={8}>
        {(page) => <Panes page={page} />}
      </QueryView>
    </Box>
  );
}
