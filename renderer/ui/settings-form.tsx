// A form made from a table of fields: sections, problems beside the fields, and a bar to save or take back.
import { Grid, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { announceDone } from './announce.tsx';
import {
  checkFields,
  type Field,
  type FieldValues,
  isSame,
  type Representation,
  writeFields,
} from './field.ts';
import { FieldInput } from './field-input.tsx';
import { showField } from './keep-focus.ts';
import { type BarRefusal, SaveBar } from './save-bar.tsx';
import { Section } from './section.tsx';
import { describeRefusal, type SortedProblems, sortProblems } from './server-problem.ts';
import { type Draft, useDraft } from './use-draft.ts';
import { useWork } from './use-work.ts';

/** A part of a form under one heading. */
export interface FieldSection {
  readonly title: string;
  readonly summary?: string;
  readonly fields: readonly Field[];
}

interface Props {
  /** What the form is called for screen readers, and in the message after saving: `Token lifespans`. */
  readonly label: string;
  /** Name of the form's draft; another one for every thing that is edited. */
  readonly form: string;
  readonly sections: readonly FieldSection[];
  readonly representation: Representation;
  /** Saves the changed part. Rejects with what to do next. */
  readonly onSave: (part: Record<string, unknown>) => Promise<void>;
}

interface FieldsProps {
  readonly section: FieldSection;
  readonly draft: Draft;
  readonly problems: Readonly<Record<string, string>>;
}

function SectionFields({ section, draft, problems }: FieldsProps): ReactNode {
  const shown = section.fields.filter((field) => field.shown?.(draft.values) !== false);
  if (shown.length === 0) return undefined;
  return (
    <Section title={section.title} {...(section.summary === undefined ? {} : { summary: section.summary })}>
      <Grid gap="md">
        {shown.map((field) => (
          <Grid.Col
            key={field.member}
            data-member={field.member}
            span={{ base: 12, sm: field.wide === true ? 12 : 6 }}
          >
            <FieldInput
              field={field}
              value={draft.values[field.member] ?? ''}
              problem={problems[field.member]}
              onChange={(value) => draft.change({ [field.member]: value })}
            />
          </Grid.Col>
        ))}
      </Grid>
    </Section>
  );
}

function problemText(fields: readonly Field[], problems: Readonly<Record<string, string>>): string {
  const names = fields.filter((field) => problems[field.member] !== undefined).map((field) => field.label);
  return names.length === 0 ? '' : `Correct first: ${names.join(', ')}.`;
}

/** The last save that the server refused, with what was sent. */
interface Refusal {
  readonly error: Error;
  readonly sent: FieldValues;
}

interface Saving {
  readonly saving: boolean;
  readonly refusal: Refusal | undefined;
  readonly forget: () => void;
  readonly start: () => void;
}

function useSaving(label: string, values: FieldValues, save: () => Promise<void>): Saving {
  const work = useWork();
  const [sent, setSent] = useState(values);
  const start = (): void => {
    setSent(values);
    work.start(save, { failed: `Not saved: ${label}` });
  };
  const { error } = work;
  const refusal = useMemo(() => (error === undefined ? undefined : { error, sent }), [error, sent]);
  return { saving: work.running, refusal, forget: work.forget, start };
}

function changesOf(fields: readonly Field[], changes: FieldValues): FieldValues {
  const members = new Set(fields.map((field) => field.member));
  return Object.fromEntries(Object.entries(changes).filter(([member]) => members.has(member)));
}

/** What of a refusal still holds: a field that was changed since is not refused any more. */
function sortRefusal(
  refusal: Refusal | undefined,
  fields: readonly Field[],
  values: FieldValues,
): SortedProblems {
  if (refusal === undefined) return { byMember: {}, other: [] };
  const { byMember, other } = sortProblems(fields, refusal.error);
  const standing = Object.entries(byMember).filter(([member]) =>
    isSame(refusal.sent[member], values[member]),
  );
  return { byMember: Object.fromEntries(standing), other };
}

function showMember(form: HTMLFormElement | null, member: string | undefined): void {
  if (member !== undefined) showField(form?.querySelector(`[data-member="${CSS.escape(member)}"]`));
}

/** Leads to the first refused field when a refusal arrives; gives the way there for later. */
function useRefusedField(refusal: Refusal | undefined, fields: readonly Field[]) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(fields);
  useEffect(() => {
    shown.current = fields;
  });
  useEffect(() => {
    if (refusal === undefined) return;
    const { byMember } = sortProblems(shown.current, refusal.error);
    showMember(form.current, shown.current.find(({ member }) => member in byMember)?.member);
  }, [refusal]);
  return { form, show: (member: string) => showMember(form.current, member) };
}

function describeForBar(
  { byMember, other }: SortedProblems,
  fields: readonly Field[],
  show: (member: string) => void,
): BarRefusal | undefined {
  const refused = fields.filter(({ member }) => member in byMember);
  const first = refused[0];
  if (first === undefined && other.length === 0) return undefined;
  const labels = refused.map(({ label }) => label);
  return {
    text: describeRefusal(labels, other),
    onShow: first === undefined ? undefined : () => show(first.member),
  };
}

/** Keeps what was typed until it is saved or taken back, other tabs and screens in between included. */
export function SettingsForm({ label, form, sections, representation, onSave }: Props): ReactNode {
  const fields = sections.flatMap((section) => section.fields);
  const draft = useDraft(form, fields, representation);
  const shown = fields.filter((field) => field.shown?.(draft.values) !== false);
  const problems = checkFields(fields, draft.values);
  const changes = changesOf(fields, draft.changes);
  const changed = Object.keys(changes).length > 0;
  const blocked = problemText(fields, problems);
  const { saving, refusal, forget, start } = useSaving(label, draft.values, async () => {
    await onSave(writeFields(fields, representation, changes));
    draft.settle(changes);
    announceDone(`Saved: ${label}.`);
  });
  const refused = sortRefusal(refusal, shown, draft.values);
  const { form: element, show } = useRefusedField(refusal, shown);
  return (
    <form
      ref={element}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && blocked === '') start();
      }}
    >
      <Stack gap="md">
        {sections.map((section) => (
          <SectionFields
            key={section.title}
            section={section}
            draft={draft}
            problems={{ ...refused.byMember, ...problems }}
          />
        ))}
        {changed ? (
          <SaveBar
            text={blocked === '' ? 'Not saved yet.' : blocked}
            refusal={blocked === '' ? describeForBar(refused, shown, show) : undefined}
            canSave={blocked === ''}
            saving={saving}
            revert="Revert"
            onRevert={() => {
              forget();
              draft.revert();
            }}
          />
        ) : undefined}
      </Stack>
    </form>
  );
}
