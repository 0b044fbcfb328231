// Enables and disables a client or a user in its row of a list.
import { Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSetEnabled } from '../api/enabled.ts';
import { announceOutcome } from '../ui/announce.tsx';

interface Props {
  /** Path of the entry in the admin API. */
  readonly path: string;
  /** Name of the entry: `client demo-web`. */
  readonly what: string;
  readonly enabled: boolean;
  /** Query key of the lists that contain the entry. */
  readonly queryKey: readonly unknown[];
}

/** Shows the requested state until the server has answered. */
export function EnabledSwitch({ path, what, enabled, queryKey }: Props): ReactNode {
  const { mutateAsync } = useSetEnabled(queryKey);
  const [requested, setRequested] = useState<boolean | undefined>(undefined);
  const change = async (wanted: boolean): Promise<void> => {
    setRequested(wanted);
    await announceOutcome(mutateAsync({ paths: [path], enabled: wanted }), {
      failed: `The ${what} was not ${wanted ? 'enabled' : 'disabled'}`,
    });
    setRequested(undefined);
  };
  return (
    <Switch
      size="xs"
      aria-label={`Enabled: ${what}`}
      checked={requested ?? enabled}
      disabled={requested !== undefined}
      onChange={({ currentTarget: { checked } }) => void change(checked)}
    />
  );
}
