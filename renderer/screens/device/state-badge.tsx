// The state of a prompt as text and icon, never by colour alone.
import { Badge } from '@mantine/core';
import {
  IconBan,
  IconCheck,
  IconHourglass,
  IconHourglassEmpty,
  IconUrgent,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PromptState } from '#protocol/contract/device.ts';
import { describeState } from './describe-answer.ts';

const looks = {
  pending: { color: 'var(--us-asked)', Icon: IconHourglass },
  approved: { color: 'var(--us-accepted)', Icon: IconCheck },
  denied: { color: 'var(--us-refused)', Icon: IconX },
  cancelled: { color: 'var(--us-asked)', Icon: IconBan },
  expired: { color: 'var(--mantine-color-dimmed)', Icon: IconHourglassEmpty },
  failed: { color: 'var(--us-refused)', Icon: IconUrgent },
} as const;
looks satisfies Record<PromptState, unknown>;

export function StateBadge({ state }: { readonly state: PromptState }): ReactNode {
  const { color, Icon } = looks[state];
  return (
    <Badge
      variant="outline"
      size="sm"
      radius="sm"
      tt="none"
      leftSection={<Icon size={12} aria-hidden />}
      style={{ color, borderColor: color, background: 'var(--mantine-color-body)', flexShrink: 0 }}
    >
      {describeState(state)}
    </Badge>
  );
}
