// Search, filters and the clear button above the list of flows.
import { Button, Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { IconSearch, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useClearActivity } from '../../api/activity.ts';
import { useServer } from '../../api/emulator.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import type { FlowFilter } from './group-flows.ts';

interface Props {
  readonly filter: FlowFilter;
  readonly onChange: (filter: FlowFilter) => void;
  readonly shown: number;
  readonly total: number;
}

function ClearButton(): ReactNode {
  const clear = useClearActivity();
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconTrash size={14} />}
      loading={clear.isPending}
      onClick={() =>
        announceOutcome(clear.mutateAsync(undefined, { onSuccess: () => navigate('/activity') }), {
          failed: 'Activity was not cleared',
        })
      }
    >
      Clear
    </Button>
  );
}

/** Controls for the list of flows. */
export function ActivityToolbar({ filter, onChange, shown, total }: Props): ReactNode {
  const realms = useServer().data?.realms ?? [];
  return (
    <Group gap="xs">
      <TextInput
        size="xs"
        w={208}
        aria-label="Search activity"
        placeholder="Client, user, path, error …"
        leftSection={<IconSearch size={14} />}
        value={filter.search}
        onChange={(event) => onChange({ ...filter, search: event.currentTarget.value })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Filter by outcome"
        data={[
          { value: 'all', label: 'All' },
          { value: 'refused', label: 'Refused' },
        ]}
        value={filter.refusedOnly ? 'refused' : 'all'}
        onChange={(value) => onChange({ ...filter, refusedOnly: value === 'refused' })}
      />
      <Select
        size="xs"
        w={120}
        aria-label="Filter by realm"
        allowDeselect={false}
        data={[
          { value: '', label: 'All realms' },
          ...realms.map((row) => ({ value: row.realm, label: row.realm })),
        ]}
        value={filter.realm ?? ''}
        onChange={(realm) =>
          onChange({ ...filter, realm: realm === null || realm === '' ? undefined : realm })
        }
      />
      <Text c="dimmed" fz="xs" role="status">
        {shown === total ? `${total} ${total === 1 ? 'flow' : 'flows'}` : `${shown} of ${total} flows`}
      </Text>
      <Group ml="auto">
        <ClearButton />
      </Group>
    </Group>
  );
}
