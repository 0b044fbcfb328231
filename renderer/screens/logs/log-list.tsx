// The lines, drawn only where they are looked at; the end is followed until somebody scrolls up, opens a line or walks by keyboard.
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { LogLineWire } from '#protocol/contract/logs.ts';
import { useActivity } from '../../api/activity.ts';
import { knownFlows } from './known-flows.ts';
import { LogRow } from './log-row.tsx';
import type { HoldReason } from './log-view.ts';
import classes from './logs.module.css';

const ROW_HEIGHT = 24;

interface Props {
  readonly lines: readonly LogLineWire[];
  /** Is marked in the lines. */
  readonly search: string;
  /** Why the list stands still; undefined: it follows the end. */
  readonly held: HoldReason | undefined;
  readonly onHold: () => void;
  readonly onRelease: () => void;
}

const NONE: ReadonlySet<number> = new Set();

/** Upward means reading; down to the very end means following again. Both are told from what the person does, not from where lines move. */
function useFollow(
  frame: RefObject<HTMLElement | null>,
  props: Props,
  hasOpen: boolean,
): { readonly onScroll: () => void } {
  const { lines, held, onHold, onRelease } = props;
  const lastTop = useRef(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (held !== undefined || element === null || lines.length === 0) return;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, [frame, lines, held]);
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent): void => {
      if (event.deltaY < 0 && element !== null && element.scrollTop > 0) onHold();
    };
    element?.addEventListener('wheel', onWheel, { passive: true });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [frame, onHold]);
  return {
    onScroll: () => {
      const element = frame.current;
      if (element === null) return;
      const by = element.scrollTop - lastTop.current;
      lastTop.current = element.scrollTop;
      const fromEnd = element.scrollHeight - element.clientHeight - element.scrollTop;
      if (held === undefined && by < 0 && fromEnd > ROW_HEIGHT) onHold();
      // A line that is open is being read, wherever it stands.
      if (held === 'reading' && !hasOpen && by > 0 && fromEnd <= 2) onRelease();
    },
  };
}

const keySteps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
const holdingKeys: ReadonlySet<string> = new Set(['PageUp', 'Home']);

/** Arrow keys walk the lines from the one that has the focus, or from the end. */
function useWalk(
  frame: RefObject<HTMLElement | null>,
  virtualizer: Virtualizer<HTMLElement, Element>,
  count: number,
  onHold: () => void,
): (event: KeyboardEvent) => void {
  return (event) => {
    if (holdingKeys.has(event.key)) onHold();
    const by = keySteps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onHold();
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    const next = row === null ? count - 1 : Number(row.dataset['index']) + by;
    if (next < 0 || next >= count) return;
    virtualizer.scrollToIndex(next, { align: 'auto' });
    const focus = (): boolean => {
      const found = frame.current?.querySelector<HTMLElement>(`[data-index="${next}"]`);
      found?.focus({ preventScroll: true });
      return found !== undefined && found !== null;
    };
    // A row that was out of view is drawn first.
    if (!focus()) requestAnimationFrame(focus);
  };
}

/** One row each; a row that is open is as high as its text. */
export function LogList(props: Props): ReactNode {
  const { lines, search, held, onHold } = props;
  const frame = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState(NONE);
  const records = useActivity().data?.records;
  const flows = useMemo(() => knownFlows(records ?? []), [records]);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: useCallback((index: number) => lines[index]?.sequence ?? index, [lines]),
    overscan: 12,
    initialRect: { width: 900, height: 700 },
  });
  // After the virtualiser's own effects, which put a new list at its beginning.
  const { onScroll } = useFollow(frame, props, opened.size > 0);
  // Heights of open rows are forgotten with them.
  useEffect(() => {
    if (held !== undefined) return;
    setOpened(NONE);
    virtualizer.measure();
  }, [held, virtualizer]);
  const toggle = useCallback(
    (sequence: number, index: number) => {
      onHold();
      setOpened((before) => {
        const after = new Set(before);
        if (!after.delete(sequence)) after.add(sequence);
        return after;
      });
      virtualizer.resizeItem(index, ROW_HEIGHT);
      // What opened below the edge is brought into view.
      requestAnimationFrame(() =>
        frame.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' }),
      );
    },
    [onHold, virtualizer],
  );
  const walk = useWalk(frame, virtualizer, lines.length, onHold);
  return (
    <section
      ref={frame}
      className={classes['frame']}
      onScroll={onScroll}
      onKeyDown={walk}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard.
      tabIndex={0}
      aria-label="Lines of the log"
    >
      <ol className={classes['lines']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return undefined;
          const open = held !== undefined && opened.has(line.sequence);
          return (
            <LogRow
              // Places, not lines: following moves texts through rows that stay, which is what keeps it smooth.
              key={index}
              line={line}
              index={index}
              top={start}
              search={search}
              open={open}
              exchange={flows.find(line)}
              measure={open ? virtualizer.measureElement : undefined}
              onToggle={toggle}
            />
          );
        })}
      </ol>
    </section>
  );
}
