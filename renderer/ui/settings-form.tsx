// A form made from a table of fields.
import { Grid } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../texts/text.ts';
import { DraftForm } from './draft-form.tsx';
import { checkFields, type Field, type FieldValues, type Representation, writeFields } from './field.ts';
import { FieldInput, type FieldInputProps } from './field-input.tsx';
import { Section } from './section.tsx';
import { type MemberProblem, sortProblems } from './server-problem.ts';
import { type Draft, useDraft } from './use-draft.ts';

/** A part of a form under one heading. */
export interface FieldSection {
  /** Distinguishes sections with the same title. Default: the title. */
  readonly key?: string;
  readonly title: string;
  readonly summary?: string;
  readonly fields: readonly Field[];
}

interface Props {
  /** Name for screen readers and for the message after saving: `Token lifespans`. */
  readonly label: string;
  /** Name of the form's draft, unique to the edited object. */
  readonly form: string;
  readonly sections: readonly FieldSection[];
  readonly representation: Representation;
  /** Saves the changed part. */
  readonly onSave: (part: Record<string, unknown>) => Promise<void>;
  /** Renders a field. Default: `FieldInput`. */
  readonly input?: (props: FieldInputProps) => ReactNode;
}

interface FieldsProps {
  readonly section: FieldSection;
  readonly draft: Draft;
  /** Problems that prevent saving. */
  readonly problems: Readonly<Record<string, string>>;
  /** Problems that the server reported. */
  readonly refused: Readonly<Record<string, MemberProblem>>;
  readonly input: (props: FieldInputProps) => ReactNode;
}

function SectionFields({ section, draft, problems, refused, input: Input }: FieldsProps): ReactNode {
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
            <Input
              field={field}
              value={draft.values[field.member] ?? ''}
              problem={problems[field.member] ?? refused[field.member]?.text}
              rowProblems={refused[field.member]?.rows}
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
  return names.length === 0 ? '' : text('ui:form.blocked', { fields: names.join(', ') });
}

function changesOf(fields: readonly Field[], changes: FieldValues): FieldValues {
  const members = new Set(fields.map((field) => field.member));
  return Object.fromEntries(Object.entries(changes).filter(([member]) => members.has(member)));
}

/** A form made from a table of fields. */
export function SettingsForm(props: Props): ReactNode {
  const { label, form, sections, representation, onSave, input = FieldInput } = props;
  const fields = sections.flatMap((section) => section.fields);
  const draft = useDraft(form, fields, representation);
  const shown = fields.filter((field) => field.shown?.(draft.values) !== false);
  const problems = checkFields(fields, draft.values);
  const save = async (changes: FieldValues): Promise<string> => {
    await onSave(writeFields(fields, representation, changes));
    return text('ui:form.saved', { form: label });
  };
  return (
    <DraftForm
      label={label}
      draft={draft}
      rows={shown}
      changes={changesOf(fields, draft.changes)}
      unsaved={text('ui:form.unsaved')}
      blocked={problemText(fields, problems)}
      save={save}
      failed={text('ui:form.notSaved', { form: label })}
      sortProblems={(error) => sortProblems(shown, error)}
      selectorOf={(member) => `[data-member="${CSS.escape(member)}"]`}
    >
      {(saving) =>
        sections.map((section) => (
          <SectionFields
            key={section.key ?? section.title}
            section={section}
            draft={draft}
            problems={problems}
            refused={saving.problems}
            input={input}
          />
        ))
      }
    </DraftForm>
  );
}
