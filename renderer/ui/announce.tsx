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
