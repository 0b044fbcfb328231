// Links a session, prompt, code or event to the flow or exchange that created it.
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import { useActivity } from '../api/activity.ts';
import { type PlainKey, text } from '../texts/text.ts';

interface Props {
  /** Undefined if Activity has dropped it. */
  readonly exchange: ActivitySummary | undefined;
  /** Shown if Activity has dropped it. */
  readonly gone: PlainKey;
  readonly what: string;
}

function ActivityLink({ exchange, gone, what }: Props): ReactNode {
  const label = text(exchange === undefined ? gone : 'components:activity.show');
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

/** `what` names the linked object for screen readers: `session of alice`. */
export function FlowLink({ flow, what }: { readonly flow: string; readonly what: string }): ReactNode {
  const exchange = useActivity().data?.records.find((record) => record.flow === flow);
  return <ActivityLink exchange={exchange} gone="components:activity.noFlow" what={what} />;
}

/** `what` names the linked object for screen readers. */
export function ExchangeLink({ id, what }: { readonly id: string; readonly what: string }): ReactNode {
  const exchange = useActivity().data?.records.find((record) => record.id === id);
  return <ActivityLink exchange={exchange} gone="components:activity.noExchange" what={what} />;
}
