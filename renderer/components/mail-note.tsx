// Links to the messages that the realm sent during an exchange.
import { Anchor, Group, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import { useRealm } from '../api/api-context.tsx';
import { text } from '../texts/text.ts';

/** The Mail screen shows the selected realm only. */
export function MailNote({ mail = [], realm }: Pick<ActivitySummary, 'mail' | 'realm'>): ReactNode {
  const [selected] = useRealm();
  const [newest] = mail.slice(-1);
  if (newest === undefined) return undefined;
  const count = mail.length;
  return (
    <Group gap="xs">
      <IconMail size={16} aria-hidden />
      <Text fz="sm">
        {realm === selected
          ? text('components:mail.here', { count })
          : text('components:mail.elsewhere', { count, realm: realm ?? '' })}
      </Text>
      {realm === selected ? (
        <Anchor component={Link} to={`/mail/${encodeURIComponent(newest)}`} fz="sm" underline="always">
          {text('components:mail.show')}
        </Anchor>
      ) : undefined}
    </Group>
  );
}
