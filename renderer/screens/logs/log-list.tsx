// The lines as a virtualized list, which follows the end until the user scrolls up, expands a line or uses
// arrow keys.
import { useMediaQuery } from '@mantine/hooks';
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
import { text } from '../../texts/text.ts';
import { knownFlows } from './known-flows.ts';
import { LogRow } from './log-row.tsx';
import type { HoldReason } from './log-view.ts';
import classes from './logs.module.css';

const ROW_HEIGHT = 24;
/** Where the style sheet wraps messages. */
const WRAPPING = '(max-width: 640px)';

interface Props {
  readonly lines: readonly LogLineWire[];
  /** Text to mark in the lines. */
  readonly search: string;
  /** Why the list is paused; undefined while it follows the end. */
  readonly held: HoldReason | undefined;
  readonly onHold: () => void;
  readonly onRelease: () => void;
}

const NONE: ReadonlySet<number> = new Set();

/** Scrolling up pauses, scrolling to the end resumes. Only scrolling by the user counts, not moving lines. */
function useFollow(
  frame: RefObject<HTMLElement | null>,
  props: Props,
  hasOpen: boolean,
  /** Of all lines, in pixels. */
  height: number,
): { readonly onScroll: () => void } {
  const { lines, held, onHold, onRelease } = props;
  const lastTop = useRef(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (held !== undefined || element === null || lines.length === 0) return;
    element.scrollTop = height;
    lastTop.current = element.scrollTop;
  }, [frame, lines, held, height]);
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
      // An expanded line is being read, even at the end.
      if (held === 'reading' && !hasOpen && by > 0 && fromEnd <= 2) onRelease();
    },
  };
}

const keySteps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
const holdingKeys: ReadonlySet<string> = new Set(['PageUp', 'Home']);

/** Arrow keys move between lines, starting at the focused line or at the end. */
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
    // A row out of view must be rendered first.
    if (!focus()) requestAnimationFrame(focus);
  };
}

/** Rows have a fixed height, except expanded ones. */
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
  // After the virtualizer's own effects, which scroll a new list to its beginning.
  const { onScroll } = useFollow(frame, props, opened.size > 0, virtualizer.getTotalSize());
  // Resets the heights of expanded rows.
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
      // Scrolls an expanded row into view.
      requestAnimationFrame(() =>
        frame.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' }),
      );
    },
    [onHold, virtualizer],
  );
  // Lines wrap in a narrow window, so that their heights differ.
  const wraps = useMediaQuery(WRAPPING, false, { getInitialValueInEffect: false });
  const walk = useWalk(frame, virtualizer, lines.length, onHold);
  return (
    <section
      ref={frame}
      className={classes['frame']}
      onScroll={onScroll}
      onKeyDown={walk}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      aria-label={text('logs:list')}
    >
      <ol className={classes['lines']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return undefined;
          const open = held !== undefined && opened.has(line.sequence);
          return (
            <LogRow
              // By position, not by line: rows are reused while following, which keeps it smooth.
              key={index}
              line={line}
              index={index}
              top={start}
              search={search}
              open={open}
              exchange={flows.find(line)}
              measure={open || wraps ? virtualizer.measureElement : undefined}
              onToggle={toggle}
            />
          );
        })}
      </ol>
    </section>
  );
}
