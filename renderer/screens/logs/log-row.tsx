// A line of the log: time, level, category, message. Expanded, the full text with stack and context.
import { IconActivity, IconCheck, IconChevronDown, IconChevronRight, IconCopy } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type NamedExoticComponent,
  type ReactNode,
  useState,
} from 'react';
import { Link } from 'react-router';
import type { LogLineWire } from '#protocol/contract/logs.ts';
import { text } from '../../texts/text.ts';
import { announceFailure } from '../../ui/announce.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { contextOf, textOf, timeOf } from './describe-line.ts';
import classes from './logs.module.css';
import { splitMatches } from './split-matches.ts';

interface Props {
  readonly line: LogLineWire;
  readonly index: number;
  /** Distance from the top of the list in pixels. */
  readonly top: number;
  readonly search: string;
  readonly open: boolean;
  /** The exchange on Activity that the line belongs to. */
  readonly exchange: string | undefined;
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
  readonly onToggle: (sequence: number, index: number) => void;
}

function Marked({ words, search }: { readonly words: string; readonly search: string }): ReactNode {
  if (search.trim() === '') return words;
  return splitMatches(words, search).map(({ text: piece, matches }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places.
    matches ? <mark key={place}>{piece}</mark> : <span key={place}>{piece}</span>,
  );
}

function CopyLine({ line }: { readonly line: LogLineWire }): ReactNode {
  const [copied, setCopied] = useState<number | undefined>(undefined);
  const done = copied === line.sequence;
  const copy = (): Promise<void> =>
    navigator.clipboard.writeText(textOf(line)).then(
      () => setCopied(line.sequence),
      (error: Error) => announceFailure(text('logs:line.notCopied'), error),
    );
  const label = text(done ? 'logs:line.copied' : 'logs:line.copy');
  return (
    <button
      type="button"
      className={classes['action']}
      title={label}
      aria-label={label}
      onClick={copy}
      onBlur={() => setCopied(undefined)}
    >
      {done ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
    </button>
  );
}

function Actions({ line, exchange }: Pick<Props, 'line' | 'exchange'>): ReactNode {
  return (
    <span className={classes['actions']}>
      {exchange === undefined ? undefined : (
        <Link
          className={classes['action']}
          to={`/activity/${encodeURIComponent(exchange)}`}
          title={text('logs:line.showFlow')}
          aria-label={text('logs:line.showFlow')}
        >
          <IconActivity size={14} aria-hidden />
        </Link>
      )}
      <CopyLine line={line} />
    </span>
  );
}

function Whole({ line, search }: Pick<Props, 'line' | 'search'>): ReactNode {
  const { category, thread, sequence } = line;
  const context = contextOf(line);
  const facts = text('logs:line.facts', { category, instant: formatInstant(line.at), thread, sequence });
  return (
    <div className={classes['whole']} data-whole>
      <div lang="en">
        <Marked words={line.message} search={search} />
      </div>
      {line.error === undefined ? undefined : (
        <div className={classes['stack']} lang="en">
          <Marked words={line.error.trimEnd()} search={search} />
        </div>
      )}
      <div className={classes['context']}>
        <Marked words={context === '' ? facts : `${facts} · ${context}`} search={search} />
      </div>
    </div>
  );
}

function firstLine(lines: string): string {
  const end = lines.indexOf('\n');
  return end === -1 ? lines : lines.slice(0, end);
}

function Row(props: Props): ReactNode {
  const { line, index, top, search, open, exchange, measure, onToggle } = props;
  const toggle = (): void => onToggle(line.sequence, index);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
    event.preventDefault();
    toggle();
  };
  // A click anywhere opens the line, except on its buttons, in the opened text and after selecting text.
  const onClick = ({ target }: MouseEvent<HTMLElement>): void => {
    const element = target as HTMLElement;
    if (element.closest('button, a, [data-whole]') !== null) return;
    if (getSelection()?.isCollapsed === false) return;
    toggle();
  };
  return (
    <li
      ref={measure}
      data-index={index}
      className={classes['row']}
      style={{ top }}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div className={classes['cells']}>
        <button
          type="button"
          className={classes['action']}
          aria-expanded={open}
          aria-label={text(line.error === undefined ? 'logs:line.expand' : 'logs:line.expandStack')}
          onClick={toggle}
        >
          {open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        </button>
        <span className={classes['time']}>{timeOf(line.at)}</span>
        <span className={classes['level']} data-level={line.level}>
          {line.level}
        </span>
        <span className={classes['category']} title={line.category}>
          <Marked words={line.category} search={search} />
        </span>
        <span className={classes['message']} lang="en">
          <Marked words={firstLine(line.message)} search={search} />
          {line.error === undefined ? undefined : (
            <span className={classes['error']}>
              {' '}
              <Marked words={firstLine(line.error)} search={search} />
            </span>
          )}
        </span>
        <Actions line={line} exchange={exchange} />
      </div>
      {open ? <Whole line={line} search={search} /> : undefined}
    </li>
  );
}

/** A positioned row; Enter expands and collapses it. */
export const LogRow: NamedExoticComponent<Props> = memo(Row);
