// Says that a fault made an answer, and disarms it.
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDisarmFault, useFaults } from '../api/faults.ts';
import { text } from '../texts/text.ts';
import { announceOutcome } from '../ui/announce.tsx';

/** `id` is the fault's. A fault of another realm than the selected one cannot be disarmed here. */
export function FaultNote({ id }: { readonly id: string }): ReactNode {
  const fault = useFaults().data?.find((candidate) => candidate.id === id);
  const disarm = useDisarmFault();
  return (
    <Group gap="xs">
      <IconBolt size={16} color="var(--us-asked)" aria-hidden />
      <Text fz="sm">
        {text(fault?.armed === true ? 'components:fault.madeArmed' : 'components:fault.made', { id })}
      </Text>
      {fault === undefined ? undefined : (
        <Anchor component={Link} to="/faults" fz="sm" underline="always">
          {text('components:fault.show')}
        </Anchor>
      )}
      {fault?.armed === true ? (
        <Button
          size="compact-xs"
          variant="default"
          loading={disarm.isPending}
          onClick={() =>
            announceOutcome(disarm.mutateAsync(id), {
              done: () => text('components:fault.disarmed', { id }),
              failed: text('components:fault.notDisarmed', { id }),
            })
          }
        >
          {text('components:fault.disarm')}
        </Button>
      ) : undefined}
    </Group>
  );
}
