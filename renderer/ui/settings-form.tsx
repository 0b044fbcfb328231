// A form made from a table of fields: sections, problems beside the fields, and a bar to save or take back.
import { Button, Grid, Group, Paper, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { announceDone } from './announce.tsx';
import { ErrorState } from './error-state.tsx';
import {
  checkFields,
  type Field,
  type FieldValues,
  isSame,
  type Representation,
  writeFields,
} from './field.ts';
import { FieldInput } from './field-input.tsx';
import { Section } from './section.tsx';
import { findNamedMember } from './server-problem.ts';
import classes from './settings-form.module.css';
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
          <Grid.Col key={field.member} span={{ base: 12, sm: field.wide === true ? 12 : 6 }}>
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

interface BarProps {
  readonly text: string;
  readonly canSave: boolean;
  readonly saving: boolean;
  readonly onRevert: () => void;
}

function SaveBar({ text, canSave, saving, onRevert }: BarProps): ReactNode {
  return (
    <Paper withBorder className={classes['bar']} px="md" py="xs">
      <Group gap="xs" wrap="nowrap">
        <Button type="submit" disabled={!canSave} loading={saving}>
          Save
        </Button>
        <Button variant="default" onClick={onRevert}>
          Revert
        </Button>
        <Text fz="sm" role="status">
          {text}
        </Text>
      </Group>
    </Paper>
  );
}

function readRefusal(
  fields: readonly Field[],
  sent: FieldValues,
  error: Error | undefined,
): Refusal | undefined {
  if (error === undefined) return undefined;
  const member = findNamedMember(fields, error.message);
  return { error, member, value: member === undefined ? undefined : sent[member] };
}

function useSaving(
  label: string,
  fields: readonly Field[],
  values: FieldValues,
  save: () => Promise<void>,
): {
  readonly saving: boolean;
  readonly refusal: Refusal | undefined;
  readonly forget: () => void;
  readonly start: () => void;
} {
  const work = useWork();
  const [sent, setSent] = useState(values);
  const start = (): void => {
    setSent(values);
    work.start(save, { failed: `Not saved: ${label}` });
  };
  return { saving: work.running, refusal: readRefusal(fields, sent, work.error), forget: work.forget, start };
}

function changesOf(fields: readonly Field[], changes: FieldValues): FieldValues {
  const members = new Set(fields.map((field) => field.member));
  return Object.fromEntries(Object.entries(changes).filter(([member]) => members.has(member)));
}

interface Refusal {
  readonly error: Error;
  /** The field that the server's message names. */
  readonly member: string | undefined;
  readonly value: FieldValues[string] | undefined;
}

/** The server's refusal of a field, as long as the field stands as it was refused. */
function refusedProblem(refusal: Refusal | undefined, values: FieldValues): Readonly<Record<string, string>> {
  if (refusal?.member === undefined || !isSame(refusal.value, values[refusal.member])) return {};
  return { [refusal.member]: refusal.error.message };
}

/** Keeps what was typed until it is saved or taken back, other tabs and screens in between included. */
export function SettingsForm({ label, form, sections, representation, onSave }: Props): ReactNode {
  const fields = sections.flatMap((section) => section.fields);
  const draft = useDraft(form, fields, representation);
  const problems = checkFields(fields, draft.values);
  const changes = changesOf(fields, draft.changes);
  const changed = Object.keys(changes).length > 0;
  const blocked = problemText(fields, problems);
  const { saving, refusal, forget, start } = useSaving(label, fields, draft.values, async () => {
    await onSave(writeFields(fields, representation, changes));
    draft.settle(changes);
    announceDone(`Saved: ${label}.`);
  });
  return (
    <form
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
            problems={{ ...refusedProblem(refusal, draft.values), ...problems }}
          />
        ))}
        {refusal === undefined || refusal.member !== undefined ? undefined : (
          <ErrorState error={refusal.error} />
        )}
        {changed ? (
          <SaveBar
            text={blocked === '' ? 'Not saved yet.' : blocked}
            canSave={blocked === ''}
            saving={saving}
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
