// The options as one form: drafts, problems beside the fields, and a bar that writes only what changed.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { SettingsWire, SettingWire } from '#protocol/contract/settings.ts';
import { ApiError } from '../../api/api-error.ts';
import { useSaveSettings } from '../../api/settings.ts';
import { announceDone } from '../../ui/announce.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type FieldValue, type FieldValues, isSame } from '../../ui/field.ts';
import { showField } from '../../ui/keep-focus.ts';
import { countOf } from '../../ui/pages.tsx';
import { type BarRefusal, SaveBar } from '../../ui/save-bar.tsx';
import { Section } from '../../ui/section.tsx';
import { describeRefusal } from '../../ui/server-problem.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { useWork } from '../../ui/use-work.ts';
import { checkSetting } from './check-setting.ts';
import { findSettings } from './find-settings.ts';
import { type FieldProblem, type Refusal, readRefusal } from './read-refusal.ts';
import { changesOf, draftFields, savedTexts } from './setting-drafts.ts';
import { SettingRow } from './setting-row.tsx';
import classes from './settings.module.css';

interface Props {
  readonly settings: SettingsWire;
  readonly search: string;
  /** Reads the file again. */
  readonly onReload: () => void;
  /** Takes the search away. */
  readonly onShowAll: () => void;
}

interface Refused {
  readonly refusal: Refusal;
  readonly error: Error;
  /** The drafts as they were refused. */
  readonly drafts: FieldValues;
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

function readRefused(error: Error | undefined, drafts: FieldValues): Refused | undefined {
  if (error === undefined) return undefined;
  const refusal: Refusal = error instanceof ApiError ? readRefusal(error) : { kind: 'other' };
  return { refusal, error, drafts };
}

/** The server's faults, each as long as its field stands as it was refused. */
function faultsOf(refused: Refused | undefined, drafts: FieldValues): Readonly<Record<string, FieldProblem>> {
  if (refused?.refusal.kind !== 'faults') return {};
  return Object.fromEntries(
    Object.entries(refused.refusal.faults).filter(([key]) => isSame(refused.drafts[key], drafts[key])),
  );
}

/** What no row of the form says. */
function otherTexts(refused: Refused, settings: readonly SettingWire[]): readonly string[] {
  const { refusal, error } = refused;
  if (refusal.kind === 'stale') return ['The configuration file has changed on disk.'];
  if (refusal.kind === 'other') return [error.message];
  return Object.entries(refusal.faults)
    .filter(([key]) => settings.every((setting) => setting.key !== key))
    .map(([key, { text }]) => `${key}: ${text}`);
}

/** The keys that are still refused, in the order of the form. */
function refusedKeys(
  refused: Refused | undefined,
  settings: readonly SettingWire[],
  drafts: FieldValues,
): readonly string[] {
  const faults = faultsOf(refused, drafts);
  return settings.map(({ key }) => key).filter((key) => key in faults);
}

function describeForBar(
  refused: Refused | undefined,
  keys: readonly string[],
  settings: readonly SettingWire[],
  show: () => void,
): BarRefusal | undefined {
  if (refused === undefined) return undefined;
  const other = otherTexts(refused, settings);
  if (keys.length === 0 && other.length === 0) return undefined;
  const leads = keys.length > 0 || refused.refusal.kind === 'stale';
  return { text: describeRefusal(keys, other), onShow: leads ? show : undefined };
}

/** Leads to the first refused row when a refusal arrives, and to the notice about a changed file; gives the way there for later. */
function useRefusedRow(error: Error | undefined, selector: string | undefined, onShowAll: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const show = (): void => {
    if (selector === undefined) return;
    if (showField(form.current?.querySelector(selector))) return;
    // The search hides the row.
    onShowAll();
    setTimeout(() => showField(form.current?.querySelector(selector)));
  };
  const showNow = useRef(show);
  useEffect(() => {
    showNow.current = show;
  });
  useEffect(() => {
    if (error !== undefined) showNow.current();
  }, [error]);
  return { form, show };
}

/** Where the first thing that was refused is in the form. */
function placeOf(refused: Refused | undefined, keys: readonly string[]): string | undefined {
  if (refused?.refusal.kind === 'stale') return '[data-stale-file]';
  return keys[0] === undefined ? undefined : `[data-setting="${CSS.escape(keys[0])}"] [data-input]`;
}

function savedMessage(before: SettingsWire, changed: readonly string[], after: SettingsWire): string {
  const waiting = after.settings.filter(({ key, pending }) => changed.includes(key) && pending !== undefined);
  const wrote = `Saved ${countOf(changed.length, 'option', 'options')} to ${before.file}.`;
  return waiting.length === 0
    ? wrote
    : `${wrote} ${waiting.map(({ key }) => key).join(', ')} ${waiting.length === 1 ? 'waits' : 'wait'} for a restart.`;
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
          Somebody else wrote it meanwhile. Load it anew, look at it, and save again: what you typed stays.
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
    return (
      <EmptyState title="No option fits" text="Search for a key, a word of its help, a value or an origin." />
    );
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

/** Keeps what was typed until it is saved or discarded, other screens in between included. */
export function SettingsForm({ settings, search, onReload, onShowAll }: Props): ReactNode {
  const rows = settings.settings;
  const draft = useDraft(FORM, draftFields(rows), savedTexts(rows));
  const [sent, setSent] = useState<FieldValues>({});
  const save = useSaveSettings();
  const work = useWork();
  const refused = readRefused(work.error, sent);
  const changes = changesOf(rows, draft.changes);
  const keys = Object.keys(changes);
  const problems = problemsOf(rows, draft.changes);
  const refusedNow = refusedKeys(refused, rows, draft.changes);
  const { form, show } = useRefusedRow(work.error, placeOf(refused, refusedNow), onShowAll);
  const blocked = Object.keys(problems);
  const saveChanges = async (): Promise<void> => {
    const after = await save.mutateAsync({ changes, etag: settings.etag });
    draft.settle(draft.changes);
    announceDone(savedMessage(settings, keys, after));
  };
  const submit = (): void => {
    setSent(draft.changes);
    work.start(saveChanges, { failed: 'The settings were not saved' });
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Settings"
      onSubmit={(event) => {
        event.preventDefault();
        if (keys.length > 0 && blocked.length === 0) submit();
      }}
    >
      <Stack gap="md">
        <Sections
          settings={settings}
          search={search}
          drafts={draft.changes}
          problems={{ ...faultsOf(refused, draft.changes), ...problems }}
          onChange={(key, value) => draft.change({ [key]: value })}
        />
        {refused?.refusal.kind === 'stale' ? (
          <Changed
            onReload={() => {
              work.forget();
              onReload();
            }}
          />
        ) : undefined}
        {keys.length === 0 ? undefined : (
          <SaveBar
            text={
              blocked.length > 0
                ? `Correct first: ${blocked.join(', ')}.`
                : `${countOf(keys.length, 'option', 'options')} not saved yet.`
            }
            refusal={blocked.length > 0 ? undefined : describeForBar(refused, refusedNow, rows, show)}
            canSave={blocked.length === 0}
            saving={work.running}
            revert="Discard"
            onRevert={() => {
              work.forget();
              draft.revert();
            }}
          />
        )}
      </Stack>
    </form>
  );
}
