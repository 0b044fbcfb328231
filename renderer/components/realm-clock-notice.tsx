// A notice that the realm's clock differs from real time, for screens with dates and lifespans.
import { Alert } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RealmOverviewWire } from '#protocol/contract/admin-api.ts';
import { useRealmOverview } from '../api/emulator.ts';
import { describeDuration } from '../ui/duration.ts';
import { formatInstant } from '../ui/instant.ts';

function describe(overview: RealmOverviewWire): string | undefined {
  const { clockOffsetMs: offsetMs, clockFrozenAt } = overview;
  if (clockFrozenAt !== undefined) return `frozen at ${formatInstant(clockFrozenAt)}`;
  if (offsetMs === 0) return undefined;
  return `${describeDuration(Math.abs(offsetMs) / 1000)} ${offsetMs > 0 ? 'ahead' : 'behind'}`;
}

/** Renders nothing while the realm uses real time. */
export function RealmClockNotice(): ReactNode {
  const overview = useRealmOverview();
  const state = overview === undefined ? undefined : describe(overview);
  if (state === undefined) return undefined;
  return (
    <Alert
      variant="default"
      py="xs"
      icon={<IconClock color="var(--us-asked)" />}
      title={`This realm's clock is ${state}`}
    >
      All times on this screen use the realm's clock. Sessions and tokens expire by it.
    </Alert>
  );
}
