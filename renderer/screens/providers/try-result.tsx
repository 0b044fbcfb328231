// What became of "Try it": who has signed in, or why not, and the way to the flow with both sides.
import { Alert, Anchor, Group, Text } from '@mantine/core';
import { IconCheck, IconHourglass, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useActivity } from '../../api/activity.ts';
import { text } from '../../texts/text.ts';
import { findTry, type Try, type TryState } from './find-try.ts';

const ICONS: Readonly<Record<TryState['kind'], ReactNode>> = {
  waiting: <IconHourglass color="var(--us-asked)" />,
  begun: <IconHourglass color="var(--us-asked)" />,
  signedIn: <IconCheck color="var(--us-accepted)" />,
  failed: <IconX color="var(--us-refused)" />,
};

function titleOf(state: TryState): string {
  if (state.kind === 'signedIn') return text('providers:try.signedIn', { username: state.username });
  if (state.kind === 'failed') return text('providers:try.failed');
  return text(state.kind === 'begun' ? 'providers:try.begun' : 'providers:try.waiting');
}

function Ways({ state }: { readonly state: Exclude<TryState, { kind: 'waiting' }> }): ReactNode {
  return (
    <Group gap="4px 16px">
      <Anchor
        component={Link}
        to={`/activity/${encodeURIComponent(state.exchange)}`}
        fz="sm"
        underline="always"
      >
        {text('providers:try.flow')}
      </Anchor>
      {state.kind === 'signedIn' ? (
        <Anchor
          component={Link}
          to={`/users?search=${encodeURIComponent(state.username)}`}
          fz="sm"
          underline="always"
        >
          {text('providers:try.user')}
        </Anchor>
      ) : undefined}
    </Group>
  );
}

/** Follows the sign-in until it is closed. */
export function TryResult({
  tried,
  onClose,
}: {
  readonly tried: Try;
  readonly onClose: () => void;
}): ReactNode {
  const state = findTry(useActivity().data?.records ?? [], tried);
  return (
    <Alert
      variant="default"
      role="status"
      icon={ICONS[state.kind]}
      title={titleOf(state)}
      withCloseButton
      closeButtonLabel={text('providers:try.close')}
      onClose={onClose}
      // The focus rings of links are outside their boxes.
      styles={{ body: { overflow: 'visible' }, message: { overflow: 'visible', overflowWrap: 'anywhere' } }}
    >
      {state.kind === 'waiting' ? text('providers:try.waitingHelp') : undefined}
      {state.kind === 'failed' ? (
        <Text fz="sm" lang="en">
          {state.problem}
        </Text>
      ) : undefined}
      {state.kind === 'waiting' ? undefined : <Ways state={state} />}
    </Alert>
  );
}
