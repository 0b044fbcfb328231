// One file in the import dialog: what is in it, the choice for realms that exist, progress, report.
import { Anchor, Badge, Button, Group, Progress, Radio, Stack, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ExistingRealms, ImportedRealmWire, ImportWire } from '#protocol/contract/imports.ts';
import { fromServer } from '../../api/api-error.ts';
import { useRealmImport } from '../../api/realm-import.ts';
import { formatNumber } from '../../texts/locale.ts';
import { text } from '../../texts/text.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { useSwitchRealm } from '../switch-realm.ts';
import { describeOutcome, describeProgress, describeReport, progressOf } from './describe-import.ts';

interface Props {
  readonly file: File;
  readonly last: boolean;
  readonly onNext: () => void;
}

function Working({
  job,
  onCancel,
}: {
  readonly job: ImportWire | undefined;
  readonly onCancel: () => void;
}): ReactNode {
  const share = job === undefined ? undefined : progressOf(job);
  return (
    <>
      <div>
        <Progress
          value={share ?? 100}
          animated={share === undefined}
          striped={share === undefined}
          aria-label={text('realmDialogs:import.progress')}
          transitionDuration={200}
        />
        <Text fz="sm" mt={6} role="status">
          {describeProgress(job)}
        </Text>
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onCancel}>
          {text('realmDialogs:cancel')}
        </Button>
      </Group>
    </>
  );
}

function Contents({ realms }: { readonly realms: readonly ImportedRealmWire[] }): ReactNode {
  return (
    <Table.ScrollContainer type="native" minWidth={280}>
      <Table aria-label={text('realmDialogs:import.contents')} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('realmDialogs:import.realm')}</Table.Th>
            <Table.Th ta="right">{text('realmDialogs:import.clients')}</Table.Th>
            <Table.Th ta="right">{text('realmDialogs:import.users')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {realms.map(({ realm, clients, users, exists }) => (
            <Table.Tr key={realm}>
              <Table.Td>
                <Group gap="xs">
                  <span style={{ overflowWrap: 'anywhere' }}>{realm}</span>
                  {exists ? (
                    <Badge
                      size="sm"
                      variant="outline"
                      radius="sm"
                      tt="none"
                      color="gray"
                      c="var(--mantine-color-text)"
                    >
                      {text('realmDialogs:import.exists')}
                    </Badge>
                  ) : undefined}
                </Group>
              </Table.Td>
              <Table.Td ta="right">{formatNumber(clients)}</Table.Td>
              <Table.Td ta="right">{formatNumber(users)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Waiting({
  realms,
  onStart,
  onCancel,
}: {
  readonly realms: readonly ImportedRealmWire[];
  readonly onStart: (existing: ExistingRealms) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const existing = realms.filter(({ exists }) => exists);
  const [choice, setChoice] = useState<ExistingRealms | undefined>(undefined);
  const isBlocked = existing.length > 0 && choice === undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) onStart(choice ?? 'refuse');
      }}
    >
      <Stack gap="md">
        <Contents realms={realms} />
        {existing.length === 0 ? undefined : (
          <Radio.Group
            label={
              existing.length === 1
                ? text('realmDialogs:import.oneExists', { realm: existing[0]?.realm ?? '' })
                : text('realmDialogs:import.severalExist', { total: existing.length })
            }
            value={choice ?? ''}
            onChange={(value) => setChoice(value as ExistingRealms)}
          >
            <Stack gap={6} mt={6}>
              <Radio
                value="replace"
                label={text('realmDialogs:import.replace')}
                description={text('realmDialogs:import.replaceHelp')}
              />
              <Radio
                value="skip"
                label={text('realmDialogs:import.skip')}
                description={text('realmDialogs:import.skipHelp')}
              />
            </Stack>
          </Radio.Group>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {text('realmDialogs:cancel')}
          </Button>
          <Button type="submit" data-autofocus disabled={isBlocked}>
            {text('realmDialogs:import.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Report({
  realms,
  last,
  onNext,
}: Pick<Props, 'last' | 'onNext'> & { readonly realms: readonly ImportedRealmWire[] }): ReactNode {
  return (
    <>
      <Stack gap="xs" role="status">
        {realms.map((realm) => (
          <div key={realm.realm}>
            <Text fz="sm" fw={600}>
              {describeOutcome(realm)}
            </Text>
            {realm.settingsWithoutEffect === undefined ? undefined : (
              <Text fz="sm">
                {text('components:count.clients', { count: realm.clients })},{' '}
                {text('components:count.users', { count: realm.users })}.{' '}
                {describeReport(realm.settingsWithoutEffect)}{' '}
                {realm.settingsWithoutEffect === 0 ? undefined : (
                  <Anchor
                    component={Link}
                    underline="always"
                    to={`/realm/import-report?${new URLSearchParams({ realm: realm.realm })}`}
                    onClick={onNext}
                  >
                    {text('realmDialogs:import.report')}
                  </Anchor>
                )}
              </Text>
            )}
          </div>
        ))}
      </Stack>
      <Group justify="flex-end" gap="xs">
        <Button data-autofocus onClick={onNext}>
          {text(last ? 'realmDialogs:import.done' : 'realmDialogs:import.next')}
        </Button>
      </Group>
    </>
  );
}

/** Shows the first imported realm as soon as it is there. */
function useShowImported(job: ImportWire | undefined): void {
  const queries = useQueryClient();
  const switchRealm = useSwitchRealm();
  const shown = useRef(false);
  useEffect(() => {
    if (job?.phase !== 'done' || shown.current) return;
    shown.current = true;
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'import' });
    const imported = job.realms.find(({ outcome }) => outcome !== 'skipped');
    if (imported !== undefined) switchRealm(imported.realm);
  }, [job, queries, switchRealm]);
}

function failureOf(job: ImportWire | undefined, error: Error | undefined): Error | undefined {
  const problem = job?.problem;
  return error ?? (problem === undefined ? undefined : fromServer(`${problem.message} ${problem.remedy}`));
}

/** Unmounting it cancels the import. */
export function ImportFile({ file, last, onNext }: Props): ReactNode {
  const { job, error, start } = useRealmImport(file);
  useShowImported(job);
  const failure = failureOf(job, error);
  return (
    <Stack gap="md">
      <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Text>
      {failure !== undefined ? (
        <>
          <ErrorState error={failure} />
          <Group justify="flex-end" gap="xs">
            <Button data-autofocus onClick={onNext}>
              {text(last ? 'realmDialogs:import.done' : 'realmDialogs:import.next')}
            </Button>
          </Group>
        </>
      ) : job?.phase === 'done' ? (
        <Report realms={job.realms} last={last} onNext={onNext} />
      ) : job?.phase === 'waiting' ? (
        <Waiting realms={job.realms} onStart={start} onCancel={onNext} />
      ) : (
        <Working job={job} onCancel={onNext} />
      )}
    </Stack>
  );
}
