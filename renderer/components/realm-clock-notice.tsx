// Says that the realm's clock is not the real time, where instants and lifespans are shown.
import { Alert } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRealmOverview } from '../api/emulator.ts';
import { describeDuration } from '../ui/duration.ts';

/** Nothing while the realm follows the real time. */
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
      Everything here is told by the realm's own time: sessions and tokens end by it.
    </Alert>
  );
}
