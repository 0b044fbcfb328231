// Notifications and pending deletions, in one column at the lower right, so that none covers another.
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { DeletionMessages } from '../components/deletion-messages.tsx';
import classes from './messages.module.css';

/** Pending deletions are always shown; only so many notifications are at once. */
export function Messages(): ReactNode {
  return (
    <div className={classes['column']}>
      <Notifications
        position="bottom-right"
        limit={4}
        withinPortal={false}
        classNames={{ root: classes['notifications'] ?? '' }}
      />
      <DeletionMessages />
    </div>
  );
}
