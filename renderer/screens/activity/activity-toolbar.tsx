// Search, filters and the clear button above the list of flows.
import { Button, Group, SegmentedControl, Select, Switch, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { FlowKind } from '#protocol/contract/flow-names.ts';
import { useClearActivity } from '../../api/activity.ts';
import { text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import panes from '../../ui/panes.module.css';
import { SearchField } from '../../ui/search-field.tsx';
import { ExportMenu } from './export-menu.tsx';
import type { FilterChange } from './flow-filter.ts';
import type { FlowChoices } from './group-flows.ts';
import { kindLabel } from './kind-labels.ts';
import type { FilterControl } from './use-flow-filter.ts';

interface Props extends FilterControl {
  /** What the flows of the realm offer to filter by. */
  readonly choices: FlowChoices;
  readonly shown: number;
  readonly total: number;
}

function ClearButton(): ReactNode {
  const clear = useClearActivity();
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconTrash size={14} />}
      loading={clear.isPending}
      onClick={() =>
        announceOutcome(
          clear.mutateAsync(undefined, { onSuccess: () => navigate({ pathname: '/activity', search }) }),
          { failed: text('activity:clear.failed') },
        )
      }
    >
      {text('activity:clear.action')}
    </Button>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A value in the URL that no flow has any more stays selected and can be cleared. */
function ChoiceFilter({ label, all, options, value, onChange }: ChoiceProps): ReactNode {
  const isListed = value === undefined || options.some((option) => option.value === value);
  return (
    <Select
      size="xs"
      className={panes['choice']}
      aria-label={label}
      placeholder={all}
      clearable
      searchable={options.length > 8}
      nothingFoundMessage={text('activity:filter.none')}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      data={isListed ? [...options] : [...options, { value, label: value }]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

function ChoiceFilters({ filter, change, choices }: Pick<Props, 'filter' | 'change' | 'choices'>): ReactNode {
  return (
    <>
      <ChoiceFilter
        label={text('activity:filter.kind')}
        all={text('activity:filter.anyKind')}
        options={choices.kinds.map((kind) => ({ value: kind, label: kindLabel(kind) }))}
        value={filter.kind}
        // Only kinds are listed.
        onChange={(kind) => change({ kind: kind as FlowKind | undefined })}
      />
      <ChoiceFilter
        label={text('activity:filter.client')}
        all={text('activity:filter.anyClient')}
        options={asOptions(choices.clients)}
        value={filter.client}
        onChange={(client) => change({ client })}
      />
      <ChoiceFilter
        label={text('activity:filter.user')}
        all={text('activity:filter.anyUser')}
        options={asOptions(choices.users)}
        value={filter.user}
        onChange={(user) => change({ user })}
      />
      {choices.tests.length === 0 && filter.test === undefined ? undefined : (
        <ChoiceFilter
          label={text('activity:filter.test')}
          all={text('activity:filter.anyTest')}
          options={asOptions(choices.tests)}
          value={filter.test}
          onChange={(test) => change({ test })}
        />
      )}
    </>
  );
}

function countFlows(shown: number, total: number): string {
  return shown === total
    ? text('activity:count.all', { count: total })
    : text('activity:count.some', { shown, count: total });
}

/** Controls for the list of flows. */
export function ActivityToolbar({ filter, change, choices, shown, total }: Props): ReactNode {
  const turn =
    (member: 'allRealms' | 'background') =>
    (event: { readonly currentTarget: { readonly checked: boolean } }): void => {
      const changed: FilterChange = { [member]: event.currentTarget.checked };
      change(changed);
    };
  return (
    <>
      <Group gap="xs">
        <SearchField
          size="xs"
          className={panes['search'] ?? ''}
          label={text('activity:search.label')}
          placeholder={text('activity:search.placeholder')}
          value={filter.search}
          onChange={(search) => change({ search })}
        />
        <SegmentedControl
          size="xs"
          aria-label={text('activity:filter.outcome')}
          data={[
            { value: 'all', label: text('activity:filter.all') },
            { value: 'refused', label: text('activity:filter.refused') },
          ]}
          value={filter.refusedOnly ? 'refused' : 'all'}
          onChange={(value) => change({ refusedOnly: value === 'refused' })}
        />
        <ChoiceFilters filter={filter} change={change} choices={choices} />
      </Group>
      <Group gap="md">
        <Switch
          size="xs"
          label={text('activity:filter.allRealms')}
          checked={filter.allRealms}
          onChange={turn('allRealms')}
        />
        <Switch
          size="xs"
          label={text('activity:filter.background')}
          checked={filter.background}
          onChange={turn('background')}
        />
        <Text c="dimmed" fz="xs" role="status">
          {countFlows(shown, total)}
        </Text>
        <Group ml="auto" gap="xs">
          <ExportMenu test={filter.test} />
          <ClearButton />
        </Group>
      </Group>
    </>
  );
}
