// The options as a form, with the problems of the configuration file.
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { SettingsWire, SettingWire } from '#protocol/contract/settings.ts';
import { useSaveSettings } from '../../api/settings.ts';
import { DraftForm } from '../../ui/draft-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { FieldValue, FieldValues } from '../../ui/field.ts';
import { countOf } from '../../ui/pages.tsx';
import { Section } from '../../ui/section.tsx';
import type { SortedProblems } from '../../ui/server-problem.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { checkSetting } from './check-setting.ts';
import { findSettings } from './find-settings.ts';
import { type FieldProblem, isStale, readRefusal } from './read-refusal.ts';
import { changesOf, draftFields, savedTexts } from './setting-drafts.ts';
import { SettingRow } from './setting-row.tsx';
import classes from './settings.module.css';

interface Props {
  readonly settings: SettingsWire;
  readonly search: string;
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
    const text = typeof draft === 'string' ? checkSetting(setting, draft) : undefined;
    if (text !== undefined) problems[setting.key] = { text };
  }
  return problems;
}

/** Sorts a refusal into problems of rows and the rest. */
function sortRefusal(settings: readonly SettingWire[], error: Error): SortedProblems<FieldProblem> {
  const refusal = readRefusal(error);
  if (refusal.kind === 'stale')
    return { byMember: {}, other: ['The configuration file has changed on disk.'] };
  if (refusal.kind === 'other') return { byMember: {}, other: [error.message] };
  const faults = Object.entries(refusal.faults);
  const isRow = (key: string): boolean => settings.some((setting) => setting.key === key);
  return {
    byMember: Object.fromEntries(faults.filter(([key]) => isRow(key))),
    other: faults.filter(([key]) => !isRow(key)).map(([key, { text }]) => `${key}: ${text}`),
  };
}

function savedMessage(before: SettingsWire, changed: readonly string[], after: SettingsWire): string {
  const waiting = after.settings.filter(({ key, pending }) => changed.includes(key) && pending !== undefined);
  const wrote = `Saved ${countOf(changed.length, 'option', 'options')} to ${before.file}.`;
  return waiting.length === 0
    ? wrote
    : `${wrote} ${waiting.map(({ key }) => key).join(', ')} ${waiting.length === 1 ? 'takes' : 'take'} effect after a restart.`;
}

function Changed({ onReload }: { readonly onReload: () => void }): ReactNode {
  return (
    <Alert
      data-stale-file
      variant="default"
      icon={<IconAlertTriangle color="var(--us-asked)" />}
      title="The configuration file has changed on disk"
    >
      <Group justify="space-between" gap="sm">
        <Text fz="sm">
          The file was changed by another program. Reload it, review the changes, then save again. Your edits
          are kept.
        </Text>
        <Button size="xs" variant="default" onClick={onReload}>
          Reload
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
    return <EmptyState title="No matching options" text="Search by key, help text, value or origin." />;
  return sections.map((section) => (
    <Section key={section.title} title={section.title}>
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
export function OptionForm({ settings, search, onReload, onShowAll }: Props): ReactNode {
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
      label="Settings"
      draft={draft}
      rows={rows.map(({ key }) => ({ member: key, label: key }))}
      changes={draft.changes}
      unsaved={`${countOf(Object.keys(draft.changes).length, 'unsaved option', 'unsaved options')}.`}
      blocked={blocked.length === 0 ? '' : `Fix these options first: ${blocked.join(', ')}.`}
      save={save}
      failed="The settings were not saved"
      sortProblems={(error) => sortRefusal(rows, error)}
      selectorOf={rowOf}
      noticeFor={(error) => (isStale(error) ? '[data-stale-file]' : undefined)}
      filter={{ text: search, clear: onShowAll }}
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
