// Overlays above a screen, mounted only while open: a dialog, and a panel on the right.
import { Drawer, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { text } from '../texts/text.ts';
import { giveFocus } from './keep-focus.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The element that had the focus when the last overlay opened. */
let lastOpener: Element | null = null;

/** An overlay that replaces another one, such as the panel of a new mapper, has the opener of the first. */
function findOpener(): Element | null {
  const holder = document.activeElement;
  return holder?.closest('[role="dialog"]') ? lastOpener : holder;
}

/** Returns the focus to the opener. Mantine does so only for overlays that stay mounted. */
function useFocusReturn(): void {
  const [opener] = useState(findOpener);
  useEffect(() => {
    lastOpener = opener;
    // After the overlay is unmounted.
    return () => void setTimeout(() => giveFocus([opener]));
  }, [opener]);
}

/** A modal dialog. Esc, the close button and, unless it is to survive a slip, a click outside close it. */
export function Dialog({
  title,
  size = 'md',
  closesOutside = true,
  onClose,
  children,
}: Props & { readonly size?: 'md' | 'lg' | 'xl'; readonly closesOutside?: boolean }): ReactNode {
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title={title} size={size} closeOnClickOutside={closesOutside}>
      {children}
    </Modal>
  );
}

/** A panel on the right, for long content. */
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
      closeButtonProps={{ 'aria-label': text('ui:close') }}
    >
      {children}
    </Drawer>
  );
}
