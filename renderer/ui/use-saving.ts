// Saves a form: shows the problems that the server reported, moves to the first rejected field, and drops
// problems that no longer apply.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { text } from '../texts/text.ts';
import type { FieldValues } from './field.ts';
import { showField } from './keep-focus.ts';
import { describeRefusal, type NamedField, refusedFields, standingProblems } from './refusal.ts';
import type { BarRefusal } from './save-bar.tsx';
import type { SortedProblems } from './server-problem.ts';
import { useWork } from './use-work.ts';

/** A filter above the form. */
interface FormFilter {
  /** As drawn. */
  readonly text: string;
  /** As typed: on a busy machine the form is drawn with it later. */
  readonly typed: () => string;
  readonly clear: () => void;
}

/** Input of `useSaving`. */
export interface SavedForm<Problem> {
  /** The form's fields, in order. */
  readonly rows: readonly NamedField[];
  /** The unsaved changes. */
  readonly changes: FieldValues;
  readonly sortProblems: (error: Error) => SortedProblems<Problem>;
  /** Selector of the element that contains a member's field. */
  readonly selectorOf: (member: string) => string;
  /** Selector of the notice that explains an error without a field. */
  readonly noticeFor?: (error: Error) => string | undefined;
  /** The filter that may hide fields. */
  readonly filter?: FormFilter;
}

/** The state of the save. */
export interface Saving<Problem> {
  /** Ref of the form element. */
  readonly form: RefObject<HTMLFormElement | null>;
  readonly running: boolean;
  /** Problems that fields show, by member. */
  readonly problems: Readonly<Record<string, Problem>>;
  readonly refusal: BarRefusal | undefined;
  readonly start: (save: () => Promise<void>, failed: string) => void;
  readonly forget: () => void;
}

/** Moves to parts of the form; clears the filter first if it hides the part. */
function useLeading(filter: SavedForm<unknown>['filter']) {
  const form = useRef<HTMLFormElement>(null);
  const wanted = useRef<string | undefined>(undefined);
  /** The filter when the answer comes, which may be another than when the form was submitted. */
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = filter;
  });
  const show = (selector: string): void => {
    const shown = showField(form.current?.querySelector(selector));
    const drawn = latest.current?.text ?? '';
    const isBehind = drawn !== (latest.current?.typed() ?? '');
    if (!isBehind && (shown || drawn === '')) return;
    if (drawn !== '') wanted.current = selector;
    latest.current?.clear();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter decides what is rendered.
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

/** The last error, with the changes that were sent and those at the time of the response. */
function useRefused(error: Error | undefined, sent: FieldValues, changes: FieldValues): Refused | undefined {
  const [refused, setRefused] = useState<Refused | undefined>(undefined);
  if (error === refused?.error) return refused;
  const next = error === undefined ? undefined : { error, sent, seen: changes };
  setRefused(next);
  return next;
}

/** Saves on `start`; moves to the first rejected field if there is one. */
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
    // A problem that no longer applies must not return with the value it was about.
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
                : {
                    label: text(fields.length > 0 ? 'ui:refusal.showField' : 'ui:refusal.showNotice'),
                    act: () => show(place),
                  },
          },
    start: (save, failed) => {
      setSent(changes);
      work.start(save, { failed });
    },
    forget: work.forget,
  };
}
