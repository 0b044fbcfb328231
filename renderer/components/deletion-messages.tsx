// Messages about deletions that can still be undone, with the seconds that are left.
import { Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useApi } from '../api/api-context.tsx';
import type { PendingDeletion } from '../api/pending-deletions.ts';
import { text } from '../texts/text.ts';
import classes from './deletion-messages.module.css';
import { describeLeft } from './describe-deletion.ts';
import { useCountdown, usePendingList } from './use-pending-list.ts';

interface MessageProps {
  readonly entry: PendingDeletion;
  readonly onUndo: () => void;
}

/** Screen readers hear the time once; it would be announced every second. */
function Message({ entry, onUndo }: MessageProps): ReactNode {
  const isHeld = useCountdown();
  const left = entry.leftMs();
  const { doing } = entry.deletion;
  return (
    <Group component="li" justify="space-between" gap="4px 12px" className={classes['message'] ?? ''}>
      <Text fz="sm" className={classes['text'] ?? ''}>
        {doing}
        <span aria-hidden className={classes['left']}>
          {` ${left === 0 ? '…' : text(isHeld ? 'components:undo.leftPaused' : 'components:undo.left', { left: describeLeft(left) })}`}
        </span>
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        disabled={left === 0}
        className={classes['undo'] ?? ''}
        aria-label={text('components:undo.label', { doing })}
        onClick={onUndo}
      >
        {text('components:undo.action')}
      </Button>
    </Group>
  );
}

/** The time stands still while the pointer is on the messages or the focus is in them. */
export function DeletionMessages(): ReactNode {
  const { deletions } = useApi();
  const list = usePendingList();
  const frame = useRef<HTMLElement>(null);
  const isPointed = useRef(false);
  const update = (): void => {
    const isFocused = frame.current?.contains(document.activeElement) === true;
    deletions.hold(isPointed.current || isFocused);
  };
  // A message that disappears takes pointer and focus with it, and no event reports that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list decides which messages there are.
  useEffect(() => {
    if (list.length === 0) isPointed.current = false;
    update();
  }, [list]);
  const [newest] = list.slice(-1);
  return (
    <section ref={frame} aria-label={text('components:undo.pending')} className={classes['frame']}>
      <VisuallyHidden role="status">
        {newest === undefined ? '' : text('components:undo.possible', { doing: newest.deletion.doing })}
      </VisuallyHidden>
      {list.length === 0 ? undefined : (
        <Paper
          withBorder
          shadow="lg"
          component="ul"
          className={classes['list'] ?? ''}
          onPointerEnter={() => {
            isPointed.current = true;
            update();
          }}
          onPointerLeave={() => {
            isPointed.current = false;
            update();
          }}
          onFocus={update}
          // The focus has not arrived at its next place yet.
          onBlur={() => setTimeout(update)}
        >
          {list.map((entry) => (
            <Message key={entry.id} entry={entry} onUndo={() => deletions.undo(entry.id)} />
          ))}
        </Paper>
      )}
    </section>
  );
}
