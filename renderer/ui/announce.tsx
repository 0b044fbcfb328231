// Short messages in the corner: what was done, and what did not work.
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

const closeButtonProps = { 'aria-label': 'Close this message' };

/** Says that something was done. */
export function announceDone(message: string): void {
  notifications.show({
    message,
    color: 'indigo',
    icon: <IconCheck size={16} />,
    autoClose: 3000,
    closeButtonProps,
  });
}

/** Says that something did not work and why; stays until it is closed. */
export function announceFailure(title: string, error: Error): void {
  notifications.show({
    title,
    message: error.message,
    color: 'red',
    icon: <IconAlertTriangle size={16} />,
    autoClose: false,
    closeButtonProps,
  });
}

/** Copies a text and says so; `what` stands in the message: `discovery URL`. A browser may refuse it. */
export async function announceCopy(text: string, what: string): Promise<void> {
  await announceOutcome(navigator.clipboard.writeText(text), {
    done: () => `Copied the ${what}.`,
    failed: `The ${what} was not copied`,
  });
}

/** What to say when work is over. */
export interface Outcome<Result> {
  /** Absent: that it was done is seen on the screen. */
  readonly done?: (result: Result) => string;
  /** Heading of the message when it did not work: `The key was not changed`. */
  readonly failed: string;
}

/**
 * Says how work ended. It takes the promise of `mutateAsync`: the callbacks of `mutate` are dropped when the component
 * that called it is gone before the answer, as an item of a menu is, or a screen that somebody has left.
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
