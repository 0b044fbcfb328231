// Saving a form: what the server refused, the way to the refused field, and when a refusal is forgotten.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldValues } from './field.ts';
import { showField } from './keep-focus.ts';
import { describeRefusal, type NamedField, refusedFields, standingProblems } from './refusal.ts';
import type { BarRefusal } from './save-bar.tsx';
import type { SortedProblems } from './server-problem.ts';
import { useWork } from './use-work.ts';

/** A form that is saved as a whole. */
export interface SavedForm<Problem> {
  /** The fields that are part of it, in their order. */
  readonly rows: readonly NamedField[];
  /** What is not saved yet. */
  readonly changes: FieldValues;
  readonly sortProblems: (error: Error) => SortedProblems<Problem>;
  /** Selects the part of the form that has a member's field. */
  readonly selectorOf: (member: string) => string;
  /** Selects the notice that says more than the bar, for a refusal that is about no field. */
  readonly noticeFor?: (error: Error) => string | undefined;
  /** What hides fields; absent: nothing does. */
  readonly filter?: { readonly text: string; readonly clear: () => void };
}

/** Saving, and what became of it. */
export interface Saving<Problem> {
  /** For the form's element. */
  readonly form: RefObject<HTMLFormElement | null>;
  readonly running: boolean;
  /** What the fields show, by member. */
  readonly problems: Readonly<Record<string, Problem>>;
  readonly refusal: BarRefusal | undefined;
  readonly start: (save: () => Promise<void>, failed: string) => void;
  readonly forget: () => void;
}

/** Leads to parts of the form, also to one that comes back only when the filter is cleared. */
function useLeading(filter: SavedForm<unknown>['filter']) {
  const form = useRef<HTMLFormElement>(null);
  const wanted = useRef<string | undefined>(undefined);
  const show = (selector: string): void => {
    if (showField(form.current?.querySelector(selector)) || filter === undefined || filter.text === '')
      return;
    wanted.current = selector;
    filter.clear();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted is there when the filter has changed.
  useEffect(() => {
    if (wanted.current !== undefined) showField(form.current?.querySelector(wanted.current));
    wanted.current = undefined;
  }, [filter?.text]);
  return { form, show };
}

interface Refused {
  readonly error: Error;
  readonly sent: FieldValues;
  readonly seen: FieldValues;
}

/** The last error with what was sent and what was there when it came. */
function useRefused(error: Error | undefined, sent: FieldValues, changes: FieldValues): Refused | undefined {
  const [refused, setRefused] = useState<Refused | undefined>(undefined);
  if (error === refused?.error) return refused;
  const next = error === undefined ? undefined : { error, sent, seen: changes };
  setRefused(next);
  return next;
}

/** Leads to the first refused field when a refusal comes. */
export function useSaving<Problem>(saved: SavedForm<Problem>): Saving<Problem> {
  const { rows, changes, sortProblems, selectorOf, noticeFor, filter } = saved;
  const work = useWork();
  const [sent, setSent] = useState(changes);
  const refused = useRefused(work.error, sent, changes);
  const standing =
    refused === undefined
      ? undefined
      : standingProblems({ ...refused, problems: sortProblems(refused.error) }, changes);
  const { form, show } = useLeading(filter);
  const fields = standing === undefined ? [] : refusedFields(rows, standing);
  const notice = refused === undefined ? undefined : noticeFor?.(refused.error);
  const place = fields[0] === undefined ? notice : selectorOf(fields[0].member);
  const lead = useRef<() => void>(() => undefined);
  useEffect(() => {
    lead.current = () => {
      if (place !== undefined) show(place);
    };
    // What holds no more never holds again.
    if (work.error !== undefined && standing === undefined) work.forget();
  });
  useEffect(() => {
    if (refused !== undefined) lead.current();
  }, [refused]);
  return {
    form,
    running: work.running,
    problems: standing?.byMember ?? {},
    refusal:
      standing === undefined
        ? undefined
        : {
            text: describeRefusal(
              fields.map(({ label }) => label),
              standing.other,
            ),
            show:
              place === undefined
                ? undefined
                : { label: fields.length > 0 ? 'Show field' : 'Show notice', act: () => show(place) },
          },
    start: (save, failed) => {
      setSent(changes);
      work.start(save, { failed });
    },
    forget: work.forget,
  };
}
