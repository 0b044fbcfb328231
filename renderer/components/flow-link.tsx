// Leads from something that a flow made to that flow on Activity.
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useActivity } from '../api/activity.ts';

/** `what` says what the flow began, for screen readers: `session of alice`. */
export function FlowLink({ flow, what }: { readonly flow: string; readonly what: string }): ReactNode {
  const records = useActivity().data?.records;
  const exchange = records?.find((record) => record.flow === flow);
  const label = exchange === undefined ? 'Activity does not remember this flow any more' : 'Show in Activity';
  return (
    <Tooltip label={label}>
      {exchange === undefined ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-disabled
          data-disabled
          aria-label={`${label}: ${what}`}
        >
          <IconActivity size={16} />
        </ActionIcon>
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          component={Link}
          to={`/activity/${encodeURIComponent(exchange.id)}`}
          aria-label={`${label}: ${what}`}
        >
          <IconActivity size={16} />
        </ActionIcon>
      )}
    </Tooltip>
  );
}
