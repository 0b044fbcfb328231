// A button with a confirmation dialog, for actions that cannot be undone.
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { text } from '../texts/text.ts';
import { announceOutcome } from './announce.tsx';

interface Props<Result> extends Pick<ButtonProps, 'size' | 'leftSection' | 'disabled'> {
  /** Label of the button, and of the dialog's confirming button. */
  readonly action: string;
  readonly question: string;
  /** The consequence, shown in the dialog. */
  readonly consequence: ReactNode;
  readonly work: UseMutationResult<Result, Error, void>;
  /** Message after success. */
  readonly done: (result: Result) => string;
  /** Title of the failure message: `The secret was not rotated`. */
  readonly failed: string;
}

/** The dialog stays open until the action has finished. */
export function ConfirmButton<Result>({
  action,
  question,
  consequence,
  work,
  done,
  failed,
  ...look
}: Props<Result>): ReactNode {
  const [asking, dialog] = useDisclosure(false);
  const confirm = async (): Promise<void> => {
    await announceOutcome(work.mutateAsync(), { done, failed });
    dialog.close();
  };
  return (
    <>
      <Button variant="default" onClick={dialog.open} {...look}>
        {action}
      </Button>
      <Modal opened={asking} onClose={dialog.close} title={question}>
        <Stack gap="md">
          <Text component="div">{consequence}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" data-autofocus onClick={dialog.close}>
              {text('ui:cancel')}
            </Button>
            <Button loading={work.isPending} onClick={confirm}>
              {action}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
