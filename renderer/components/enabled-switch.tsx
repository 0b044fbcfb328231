// Enables and disables a client or a user in its row of a list.
import { Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSetEnabled } from '../api/enabled.ts';
import { text } from '../texts/text.ts';
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
      failed: text(wanted ? 'components:enabled.notEnabled' : 'components:enabled.notDisabled', { what }),
    });
    setRequested(undefined);
  };
  return (
    <Switch
      size="xs"
      aria-label={text('components:enabled.label', { what })}
      checked={requested ?? enabled}
      disabled={requested !== undefined}
      onChange={({ currentTarget: { checked } }) => void change(checked)}
    />
  );
}
