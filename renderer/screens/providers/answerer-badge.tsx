// Who answers for a provider, and why.
import { Badge } from '@mantine/core';
import { IconMasksTheater, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { IdentityProviderStateWire, StandInReasonWire } from '#protocol/contract/identity-providers.ts';
import { text } from '../../texts/text.ts';
import { textTable } from '../../texts/text-table.ts';

type State = Pick<IdentityProviderStateWire, 'standIn' | 'reason'>;

/** Reasons as sentences. */
export const REASONS: Readonly<Record<StandInReasonWire, string>> = textTable({
  always: 'providers:reason.always',
  never: 'providers:reason.never',
  master: 'providers:reason.master',
  network: 'providers:reason.network',
  elsewhere: 'providers:reason.elsewhere',
  here: 'providers:reason.here',
});

/** The same beside the badge, in a list. */
export const SHORT_REASONS: Readonly<Record<StandInReasonWire, string>> = textTable({
  always: 'providers:reasonShort.set',
  never: 'providers:reasonShort.set',
  master: 'providers:reasonShort.master',
  network: 'providers:reasonShort.network',
  elsewhere: 'providers:reasonShort.elsewhere',
  here: 'providers:reasonShort.here',
});

export function nameOfAnswerer({ standIn }: State): string {
  return text(standIn ? 'providers:answerer.standIn' : 'providers:answerer.real');
}

/** The reason is its title. */
export function AnswererBadge({ state }: { readonly state: State }): ReactNode {
  const Icon = state.standIn ? IconMasksTheater : IconWorld;
  const color = state.standIn ? 'var(--us-asked)' : 'var(--us-accepted)';
  return (
    <Badge
      component="span"
      variant="outline"
      size="sm"
      radius="sm"
      tt="none"
      title={REASONS[state.reason]}
      leftSection={<Icon size={12} aria-hidden />}
      style={{ color, borderColor: color, background: 'var(--mantine-color-body)', flexShrink: 0 }}
    >
      {nameOfAnswerer(state)}
    </Badge>
  );
}
