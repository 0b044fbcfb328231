// Links a session, prompt or code to the flow that created it.
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useActivity } from '../api/activity.ts';

/** `what` names the linked object for screen readers: `session of alice`. */
export function FlowLink({ flow, what }: { readonly flow: string; readonly what: string }): ReactNode {
  const records = useActivity().data?.records;
  const exchange = records?.find((record) => record.flow === flow);
  const label = exchange === undefined ? 'This flow is no longer in Activity' : 'Show in Activity';
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
