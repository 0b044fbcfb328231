// A virtualized tree with the keys of the ARIA Authoring Practices.
import { IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { stepInTree, type TreeRow } from './tree-keys.ts';
import classes from './tree-view.module.css';

const ROW_HEIGHT = 32;
/** Indentation per level, in pixels. */
const INDENT = 20;

interface Props<Row extends TreeRow> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** Keys of selected rows. */
  readonly selected: ReadonlySet<string>;
  /** Several rows can be selected. */
  readonly multiple?: boolean;
  readonly isDisabled?: (row: Row) => boolean;
  readonly onChoose: (row: Row) => void;
  /** Opens or closes a row. */
  readonly onToggle: (row: Row) => void;
  readonly render: (row: Row) => ReactNode;
  /** CSS length. */
  readonly maxHeight: string;
}

interface ItemProps<Row extends TreeRow>
  extends Pick<Props<Row>, 'selected' | 'isDisabled' | 'onChoose' | 'onToggle' | 'render'> {
  readonly row: Row;
  readonly id: string;
  readonly top: number;
  readonly isActive: boolean;
}

function Item<Row extends TreeRow>(props: ItemProps<Row>): ReactNode {
  const { row, id, top, isActive, selected, isDisabled, onChoose, onToggle, render } = props;
  const { level, position, siblings, expanded } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles keys and has the focus.
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={expanded}
      aria-selected={selected.has(row.key)}
      aria-disabled={isDisabled?.(row) === true ? true : undefined}
      data-active={isActive}
      tabIndex={-1}
      className={classes['row']}
      style={{ top, height: ROW_HEIGHT, paddingInlineStart: 4 + (level - 1) * INDENT }}
      onClick={() => onChoose(row)}
    >
      <span
        className={classes['twisty']}
        data-expanded={expanded}
        aria-hidden
        onClick={(event) => {
          if (expanded === undefined) return;
          event.stopPropagation();
          onToggle(row);
        }}
      >
        {expanded === undefined ? undefined : <IconChevronRight size={16} />}
      </span>
      <span className={classes['content']}>{render(row)}</span>
    </div>
  );
}

/** The focus stays on the tree; `aria-activedescendant` names the row, which may be scrolled out of sight. */
export function TreeView<Row extends TreeRow>(props: Props<Row>): ReactNode {
  const { label, rows, selected, multiple = false, isDisabled, onChoose, onToggle, maxHeight } = props;
  const frame = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const [moved, setMoved] = useState<string | undefined>(undefined);
  const active =
    rows.find(({ key }) => key === moved) ?? rows.find(({ key }) => selected.has(key)) ?? rows[0];
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialRect: { width: 320, height: 800 },
  });
  const choose = (row: Row): void => {
    setMoved(row.key);
    if (isDisabled?.(row) !== true) onChoose(row);
  };
  const toggle = (row: Row): void => {
    setMoved(row.key);
    onToggle(row);
  };
  const follow = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepInTree(rows, active?.key, event.key);
    if (step === undefined) return;
    event.preventDefault();
    const [key] = Object.values(step);
    const index = rows.findIndex((row) => row.key === key);
    const row = rows[index];
    if (row === undefined) return;
    if ('move' in step) {
      setMoved(row.key);
      virtualizer.scrollToIndex(index);
    } else if ('toggle' in step) toggle(row);
    else choose(row);
  };
  return (
    <div
      ref={frame}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={multiple}
      aria-activedescendant={active === undefined ? undefined : `${prefix}${active.key}`}
      className={classes['frame']}
      style={{ maxHeight }}
      onKeyDown={follow}
    >
      <div role="presentation" className={classes['rows']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? undefined : (
            <Item
              key={row.key}
              {...props}
              row={row}
              id={`${prefix}${row.key}`}
              top={start}
              isActive={row === active}
              onChoose={choose}
              onToggle={toggle}
            />
          );
        })}
      </div>
    </div>
  );
}
