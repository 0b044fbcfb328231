// A notice that the realm's clock differs from real time, for screens with dates and lifespans.
import { Alert } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RealmOverviewWire } from '#protocol/contract/admin-api.ts';
import { useRealmOverview } from '../api/emulator.ts';
import { text } from '../texts/text.ts';
import { describeDuration } from '../ui/duration.ts';
import { formatInstant } from '../ui/instant.ts';

function describe(overview: RealmOverviewWire): string | undefined {
  const { clockOffsetMs: offsetMs, clockFrozenAt } = overview;
  if (clockFrozenAt !== undefined)
    return text('components:clock.frozen', { instant: formatInstant(clockFrozenAt) });
  if (offsetMs === 0) return undefined;
  return text(offsetMs > 0 ? 'components:clock.ahead' : 'components:clock.behind', {
    amount: describeDuration(Math.abs(offsetMs) / 1000),
  });
}

/** Renders nothing while the realm uses real time. */
export function RealmClockNotice(): ReactNode {
  const overview = useRealmOverview();
  const state = overview === undefined ? undefined : describe(overview);
  if (state === undefined) return undefined;
  return (
    <Alert variant="default" py="xs" icon={<IconClock color="var(--us-asked)" />} title={state}>
      {text('components:clock.text')}
    </Alert>
  );
}
