// The form inside a dialog: its fields, why it did not work, and the buttons.
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { useWork, type WorkOutcome } from './use-work.ts';

interface Props<Result> {
  /** What the form does, in one word: `Create`. */
  readonly action: string;
  /** The action is out of reach until the fields allow it; default: never. */
  readonly blocked?: boolean;
  /** Checks the fields and gives what is to be done; undefined while something must be corrected. */
  readonly onSubmit: () => (() => Promise<Result>) | undefined;
  readonly outcome: WorkOutcome<Result>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Can be closed at any time. What the server was asked for by then goes on, and a message tells what came of it: nobody
 * is held by a server that does not answer, and nobody is left in the dark.
 */
export function DialogForm<Result>({
  action,
  blocked = false,
  onSubmit,
  outcome,
  onClose,
  children,
}: Props<Result>): ReactNode {
  const { running, error, start } = useWork();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const work = blocked ? undefined : onSubmit();
        if (work !== undefined) start(work, outcome);
      }}
    >
      <Stack gap="md">
        {children}
        {error === undefined ? undefined : <ErrorState error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={running} disabled={blocked}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
