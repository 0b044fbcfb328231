// The options as a form, with the problems of the configuration file.
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { SettingsWire, SettingWire } from '#protocol/contract/settings.ts';
import { useSaveSettings } from '../../api/settings.ts';
import { text } from '../../texts/text.ts';
import { DraftForm } from '../../ui/draft-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { FieldValue, FieldValues } from '../../ui/field.ts';
import { Section } from '../../ui/section.tsx';
import type { SortedProblems } from '../../ui/server-problem.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { checkSetting } from './check-setting.ts';
import { SECTION_TITLES } from './describe-option.ts';
import { findSettings } from './find-settings.ts';
import { type FieldProblem, isStale, readRefusal } from './read-refusal.ts';
import { changesOf, draftFields, savedTexts } from './setting-drafts.ts';
import { SettingRow } from './setting-row.tsx';
import classes from './settings.module.css';

interface Props {
  readonly settings: SettingsWire;
  readonly search: string;
  /** The search as typed, with which the screen may not be drawn yet. */
  readonly typedSearch: () => string;
  /** Reloads the file. */
  readonly onReload: () => void;
  /** Clears the search. */
  readonly onShowAll: () => void;
}

const FORM = 'settings';

function problemsOf(
  settings: readonly SettingWire[],
  drafts: FieldValues,
): Readonly<Record<string, FieldProblem>> {
  const problems: Record<string, FieldProblem> = {};
  for (const setting of settings) {
    const draft = drafts[setting.key];
    const problem = typeof draft === 'string' ? checkSetting(setting, draft) : undefined;
    if (problem !== undefined) problems[setting.key] = { text: problem };
  }
  return problems;
}

/** Sorts a refusal into problems of rows and the rest. */
function sortRefusal(settings: readonly SettingWire[], error: Error): SortedProblems<FieldProblem> {
  const refusal = readRefusal(error);
  if (refusal.kind === 'stale') return { byMember: {}, other: [text('settings:stale.problem')] };
  if (refusal.kind === 'other') return { byMember: {}, other: [error.message] };
  const faults = Object.entries(refusal.faults);
  const isRow = (key: string): boolean => settings.some((setting) => setting.key === key);
  return {
    byMember: Object.fromEntries(
      faults.flatMap(([key, fault]) => (isRow(key) ? [[key, { ...fault, lang: 'en' }]] : [])),
    ),
    other: faults.filter(([key]) => !isRow(key)).map(([key, fault]) => `${key}: ${fault.text}`),
  };
}

function savedMessage(before: SettingsWire, changed: readonly string[], after: SettingsWire): string {
  const waiting = after.settings.filter(({ key, pending }) => changed.includes(key) && pending !== undefined);
  const keys = waiting.map(({ key }) => key).join(', ');
  return [
    text('settings:saved', { count: changed.length, file: before.file }),
    ...(waiting.length === 0
      ? []
      : [text(waiting.length === 1 ? 'settings:waiting.one' : 'settings:waiting.several', { keys })]),
  ].join(' ');
}

function Changed({ onReload }: { readonly onReload: () => void }): ReactNode {
  return (
    <Alert
      data-stale-file
      variant="default"
      icon={<IconAlertTriangle color="var(--us-asked)" />}
      title={text('settings:stale.title')}
    >
      <Group justify="space-between" gap="sm">
        <Text fz="sm">{text('settings:stale.text')}</Text>
        <Button size="xs" variant="default" onClick={onReload}>
          {text('settings:stale.reload')}
        </Button>
      </Group>
    </Alert>
  );
}

interface SectionsProps {
  readonly settings: SettingsWire;
  readonly search: string;
  readonly drafts: FieldValues;
  readonly problems: Readonly<Record<string, FieldProblem>>;
  readonly onChange: (key: string, draft: FieldValue) => void;
}

function Sections({ settings, search, drafts, problems, onChange }: SectionsProps): ReactNode {
  const sections = useMemo(() => findSettings(settings.settings, search), [settings, search]);
  if (sections.length === 0)
    return <EmptyState title={text('settings:noMatch.title')} text={text('settings:noMatch.text')} />;
  return sections.map((section) => (
    <Section key={section.title} title={text(SECTION_TITLES[section.title])}>
      <ul className={classes['list']}>
        {section.settings.map((setting) => (
          <SettingRow
            key={setting.key}
            setting={setting}
            draft={drafts[setting.key]}
            problem={problems[setting.key]}
            onChange={(draft) => onChange(setting.key, draft)}
          />
        ))}
      </ul>
    </Section>
  ));
}

function rowOf(key: string): string {
  return `[data-setting="${CSS.escape(key)}"] [data-input]`;
}

/** The options as a form. */
export function OptionForm({ settings, search, typedSearch, onReload, onShowAll }: Props): ReactNode {
  const rows = settings.settings;
  const draft = useDraft(FORM, draftFields(rows), savedTexts(rows));
  /** The version of the file that has changed on disk. */
  const [staleEtag, setStaleEtag] = useState<string | undefined>(undefined);
  const { mutateAsync } = useSaveSettings();
  const problems = problemsOf(rows, draft.changes);
  const blocked = Object.keys(problems);
  const save = async (drafts: FieldValues): Promise<string> => {
    const changes = changesOf(rows, drafts);
    try {
      return savedMessage(
        settings,
        Object.keys(changes),
        await mutateAsync({ changes, etag: settings.etag }),
      );
    } catch (error) {
      if (isStale(error)) setStaleEtag(settings.etag);
      throw error;
    }
  };
  return (
    <DraftForm
      label={text('settings:form')}
      draft={draft}
      rows={rows.map(({ key }) => ({ member: key, label: key }))}
      changes={draft.changes}
      unsaved={text('settings:unsavedOptions', { count: Object.keys(draft.changes).length })}
      blocked={blocked.length === 0 ? '' : text('settings:blocked', { keys: blocked.join(', ') })}
      save={save}
      failed={text('settings:notSaved')}
      sortProblems={(error) => sortRefusal(rows, error)}
      selectorOf={rowOf}
      noticeFor={(error) => (isStale(error) ? '[data-stale-file]' : undefined)}
      filter={{ text: search, typed: typedSearch, clear: onShowAll }}
      onForget={() => setStaleEtag(undefined)}
    >
      {(saving) => (
        <>
          <Sections
            settings={settings}
            search={search}
            drafts={draft.changes}
            problems={{ ...saving.problems, ...problems }}
            onChange={(key, value) => draft.change({ [key]: value })}
          />
          {staleEtag === settings.etag ? (
            <Changed
              onReload={() => {
                saving.forget();
                onReload();
              }}
            />
          ) : undefined}
        </>
      )}
    </DraftForm>
  );
}
