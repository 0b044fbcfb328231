// A notice that the realm's clock differs from real time, for screens with dates and lifespans.
import { Alert } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRealmOverview } from '../api/emulator.ts';
import { describeDuration } from '../ui/duration.ts';

/** Renders nothing while the realm uses real time. */
export function RealmClockNotice(): ReactNode {
  const offsetMs = useRealmOverview()?.clockOffsetMs ?? 0;
  if (offsetMs === 0) return undefined;
  const amount = describeDuration(Math.abs(offsetMs) / 1000);
  return (
    <Alert
      variant="default"
      py="xs"
      icon={<IconClock color="var(--us-asked)" />}
      title={`This realm's clock is ${amount} ${offsetMs > 0 ? 'ahead' : 'behind'}`}
    >
      All times on this screen use the realm's clock. Sessions and tokens expire by it.
    </Alert>
  );
}
