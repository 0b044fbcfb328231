// Notifications of success and failure.
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { text } from '../texts/text.ts';
import { languageOf } from './error-language.ts';

const closeButton = () => ({ 'aria-label': text('ui:message.close') });

export function announceDone(message: string): void {
  notifications.show({
    message,
    color: 'indigo',
    icon: <IconCheck size={16} />,
    autoClose: 3000,
    closeButtonProps: closeButton(),
  });
}

/** Reports a failure and its reason. Stays open until it is closed. */
export function announceFailure(title: string, error: Error): void {
  notifications.show({
    title,
    message: <span lang={languageOf(error)}>{error.message}</span>,
    color: 'red',
    icon: <IconAlertTriangle size={16} />,
    autoClose: false,
    closeButtonProps: closeButton(),
  });
}

/** Copies a text and reports the outcome. `what` names the text: `discovery URL`. The browser may refuse. */
export async function announceCopy(copied: string, what: string): Promise<void> {
  await announceOutcome(navigator.clipboard.writeText(copied), {
    done: () => text('ui:copy.done', { what }),
    failed: text('ui:copy.failed', { what }),
  });
}

/** Messages for the outcome of a task. */
export interface Outcome<Result> {
  /** Absent if the screen itself shows the success. */
  readonly done?: (result: Result) => string;
  /** Title of the failure message: `The key was not changed`. */
  readonly failed: string;
}

/**
 * Reports the outcome of a task. Takes the promise of `mutateAsync`: the callbacks of `mutate` are not called
 * after their component is unmounted, such as a menu item or a screen that the user has left.
 */
export async function announceOutcome<Result>(
  work: Promise<Result>,
  { done, failed }: Outcome<Result>,
): Promise<void> {
  try {
    const result = await work;
    if (done !== undefined) announceDone(done(result));
  } catch (error) {
    announceFailure(failed, error instanceof Error ? error : new Error(String(error)));
  }
}
