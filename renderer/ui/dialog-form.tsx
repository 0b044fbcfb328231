// The form inside a dialog: fields, error and buttons.
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../texts/text.ts';
import { ErrorState } from './error-state.tsx';
import { useWork, type WorkOutcome } from './use-work.ts';

interface Props<Result> {
  /** Label of the submit button: `Create`. */
  readonly action: string;
  /** Disables the submit button. Default: false. */
  readonly blocked?: boolean;
  /** Validates the fields and returns the request to send; undefined if a field is not valid. */
  readonly onSubmit: () => (() => Promise<Result>) | undefined;
  readonly outcome: WorkOutcome<Result>;
  /** Whether a field shows the error, so that the form need not. Default: never. */
  readonly isShown?: (error: Error) => boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Can be closed at any time. A request that is under way continues, and a notification reports its outcome.
 */
export function DialogForm<Result>({
  action,
  blocked = false,
  onSubmit,
  outcome,
  isShown = () => false,
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
        {error === undefined || isShown(error) ? undefined : <ErrorState error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {text('ui:cancel')}
          </Button>
          <Button type="submit" loading={running} disabled={blocked}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
