// The frames of what opens above a screen and is drawn only while it is open: a dialog, and a panel on the right.
import { Drawer, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { giveFocus } from './keep-focus.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What had the focus when the last one opened. */
let lastOpener: Element | null = null;

/** One that takes the place of another one, as a new mapper's panel does, was opened where the first was. */
function findOpener(): Element | null {
  const holder = document.activeElement;
  return holder?.closest('[role="dialog"]') ? lastOpener : holder;
}

/** Gives the focus back to what had it before. The kit does so only for what stays when it is closed. */
function useFocusReturn(): void {
  const [opener] = useState(findOpener);
  useEffect(() => {
    lastOpener = opener;
    // After the elements of the dialog are gone.
    return () => void setTimeout(() => giveFocus([opener]));
  }, [opener]);
}

/** Esc, the cross and a press beside it close it. */
export function Dialog({
  title,
  size = 'md',
  onClose,
  children,
}: Props & { readonly size?: 'md' | 'lg' }): ReactNode {
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      {children}
    </Modal>
  );
}

/** The same on the right, for what is long. */
export function Panel({ title, onClose, children }: Props): ReactNode {
  useFocusReturn();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      lockScroll={false}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Drawer>
  );
}
