// The outcome of an exchange as text and icon, never by colour alone.
import { Badge } from '@mantine/core';
import { IconCheck, IconHourglass, IconUrgent, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ActivityOutcome } from '#protocol/contract/activity.ts';
import { textTable } from '../texts/text-table.ts';

const looks = {
  accepted: { color: 'var(--us-accepted)', Icon: IconCheck },
  refused: { color: 'var(--us-refused)', Icon: IconX },
  asked: { color: 'var(--us-asked)', Icon: IconHourglass },
  failed: { color: 'var(--us-refused)', Icon: IconUrgent },
} as const;
looks satisfies Record<ActivityOutcome, unknown>;

/** Outcomes in words. */
export const OUTCOME_LABELS: Readonly<Record<ActivityOutcome, string>> = textTable({
  accepted: 'components:outcome.accepted',
  refused: 'components:outcome.refused',
  asked: 'components:outcome.asked',
  failed: 'components:outcome.failed',
});

/** The outcome as an icon with a name for screen readers. */
export function OutcomeIcon({ outcome }: { readonly outcome: ActivityOutcome }): ReactNode {
  const { color, Icon } = looks[outcome];
  return <Icon size={14} role="img" aria-label={OUTCOME_LABELS[outcome]} style={{ color, flexShrink: 0 }} />;
}

/** The outcome, after the HTTP status if one is given. */
export function StatusBadge({
  outcome,
  status,
}: {
  readonly outcome: ActivityOutcome;
  readonly status?: number;
}): ReactNode {
  const { color, Icon } = looks[outcome];
  return (
    <Badge
      variant="outline"
      size="sm"
      radius="sm"
      tt="none"
      leftSection={<Icon size={12} aria-hidden />}
      style={{ color, borderColor: color, background: 'var(--mantine-color-body)', flexShrink: 0 }}
    >
      {status === undefined ? OUTCOME_LABELS[outcome] : `${status} ${OUTCOME_LABELS[outcome]}`}
    </Badge>
  );
}
