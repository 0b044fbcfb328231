// Files dropped anywhere on the window are imported as realms. Nothing that is dropped leaves the console.
import { Portal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { openRealmDialog } from '../components/realms/open-dialog.ts';
import { text } from '../texts/text.ts';
import classes from './drop-target.module.css';

const has = (event: DragEvent, type: string): boolean => event.dataTransfer?.types.includes(type) === true;

/** A link that is dropped into a field is its text; elsewhere the browser would open it. */
function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, [contenteditable="true"]') !== null
  );
}

function refuse(event: DragEvent): void {
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}

/** The overlay while files are dragged over the window. */
export function DropTarget(): ReactNode {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (has(event, 'Files')) {
        event.preventDefault();
        if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
        setDragging(true);
      } else if (has(event, 'text/uri-list') && !isEditable(event.target)) refuse(event);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent): void => {
      setDragging(false);
      if (has(event, 'Files')) {
        event.preventDefault();
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) openRealmDialog({ kind: 'import', files });
      } else if (has(event, 'text/uri-list') && !isEditable(event.target)) refuse(event);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return dragging ? (
    <Portal>
      <div className={classes['overlay']}>
        <div className={classes['words']}>{text('app:realms.drop')}</div>
      </div>
    </Portal>
  ) : undefined;
}
