// Previews the fix of a refused exchange and applies it, with undo.
import { Button, Group, PasswordInput, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { FIXES, type FixRow } from '#protocol/contract/fix-table.ts';
import type {
  AppliedFixWire,
  FixChangeWire,
  FixPreviewWire,
  FixRequestWire,
} from '#protocol/contract/fixes.ts';
import { type RefusedExchange, useApplyFix, useFixPreview, useUndoFix } from '../../api/fixes.ts';
import { announceDone, announceFailure } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { DurationInput } from '../../ui/duration-input.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { showFixValue } from './show-fix-value.ts';

const TARGET_NAMES: Readonly<Record<FixRow['target'], string>> = {
  realm: 'Realm',
  client: 'Client',
  user: 'User',
};

/** Shows the notice of an applied fix, which stays until it is closed or the fix is undone. */
function useAnnounceApplied(realm: string): (applied: AppliedFixWire) => void {
  const undo = useUndoFix(realm);
  return ({ id, label }) =>
    notifications.show({
      id,
      autoClose: false,
      closeButtonProps: { 'aria-label': 'Close this message' },
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text fz="sm">Applied: {label}. Send the request again.</Text>
          <Button
            size="compact-xs"
            variant="default"
            style={{ flexShrink: 0 }}
            onClick={() => {
              notifications.hide(id);
              undo(id).then(
                () => announceDone(`Undone: ${label}.`),
                (error: Error) => announceFailure('The fix was not undone', error),
              );
            }}
          >
            Undo
          </Button>
        </Group>
      ),
    });
}

interface ValueProps {
  readonly value: unknown;
  /** The value on the other side of the change: what differs is bold. */
  readonly other?: unknown;
  /** What applies while there is no value. */
  readonly fallback?: string;
}

function Values({ value, other, fallback = 'not set' }: ValueProps): ReactNode {
  const lines = showFixValue(value);
  const others = showFixValue(other);
  if (lines.length === 0)
    return (
      <Text c="dimmed" fz="sm">
        {fallback}
      </Text>
    );
  return lines.map((line) => (
    <Text
      key={line}
      ff="monospace"
      fz="sm"
      {...(others.length === 0 || others.includes(line) ? {} : { fw: 600 })}
      style={{ overflowWrap: 'anywhere' }}
    >
      {line}
    </Text>
  ));
}

interface ChangesProps {
  readonly changes: readonly FixChangeWire[];
  /** Something new has no values before. */
  readonly isNew: boolean;
  readonly unit: string;
}

function Changes({ changes, isNew, unit }: ChangesProps): ReactNode {
  const [first] = changes;
  const owner = first === undefined ? '' : `${TARGET_NAMES[first.target]} ${first.name}`;
  const withUnit = (value: unknown): unknown => (value === undefined ? undefined : `${value}${unit}`);
  const shown = (value: unknown): unknown => (unit === '' ? value : withUnit(value));
  return (
    <Table captionSide="top" layout="fixed" verticalSpacing={6}>
      <Table.Caption ta="start" mt={0}>
        {owner}
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Setting</Table.Th>
          {isNew ? undefined : <Table.Th>Now</Table.Th>}
          <Table.Th>{isNew ? 'Value' : 'After'}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ setting, before, after, default: seconds }) => (
          <Table.Tr key={setting} style={{ verticalAlign: 'top' }}>
            <Table.Th scope="row" fw={400} ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {setting}
            </Table.Th>
            {isNew ? undefined : (
              <Table.Td>
                <Values
                  value={shown(before)}
                  other={shown(after)}
                  {...(seconds === undefined ? {} : { fallback: `${seconds}${unit} (default)` })}
                />
              </Table.Td>
            )}
            <Table.Td>
              <Values value={shown(after)} other={shown(before)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function createsSubject({ fix }: FixPreviewWire): boolean {
  return FIXES[fix.kind].change === 'create';
}

/** The secret of a new client may be generated. */
function isClientNew(preview: FixPreviewWire): boolean {
  return createsSubject(preview) && preview.input === 'secret';
}

interface InputProps {
  readonly preview: FixPreviewWire;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Input({ preview, value, onChange }: InputProps): ReactNode {
  const { input } = preview;
  if (input === undefined) return undefined;
  if (input === 'seconds')
    return <DurationInput label="New lifespan" name="New lifespan" value={value} onChange={onChange} />;
  const description = isClientNew(preview)
    ? 'As the application is configured. If empty, one is generated.'
    : undefined;
  return (
    <PasswordInput
      label={input === 'password' ? 'Password' : 'Client secret'}
      description={description}
      autoComplete="new-password"
      value={value}
      data-autofocus
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The body of the request; undefined while something is missing. */
function readInput(preview: FixPreviewWire, value: string): FixRequestWire | undefined {
  const { input, state } = preview;
  if (input === undefined) return { state };
  if (value === '') return isClientNew(preview) ? { state } : undefined;
  return { state, [input]: input === 'seconds' ? Number(value) : value };
}

/** The changes with a lifespan as entered. */
function previewed({ input, changes }: FixPreviewWire, value: string): readonly FixChangeWire[] {
  if (input !== 'seconds') return changes;
  return changes.map((change) => ({ ...change, after: value === '' ? undefined : Number(value) }));
}

function FixForm({
  preview,
  exchange,
  onClose,
}: {
  readonly preview: FixPreviewWire;
  readonly exchange: RefusedExchange;
  readonly onClose: () => void;
}): ReactNode {
  const [value, setValue] = useState(preview.seconds === undefined ? '' : String(preview.seconds));
  const apply = useApplyFix(exchange);
  const announce = useAnnounceApplied(exchange.realm);
  const body = readInput(preview, value);
  return (
    <DialogForm
      action="Apply"
      blocked={body === undefined}
      onSubmit={() =>
        body &&
        (async () => {
          announce(await apply.mutateAsync(body));
        })
      }
      outcome={{ failed: `Not applied: ${preview.label}`, onDone: onClose }}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{preview.effect}</Text>
      <Changes
        changes={previewed(preview, value)}
        isNew={createsSubject(preview)}
        unit={preview.input === 'seconds' ? ' seconds' : ''}
      />
      <Input preview={preview} value={value} onChange={setValue} />
    </DialogForm>
  );
}

interface Props {
  /** Label of the fix, the title. */
  readonly label: string;
  readonly exchange: RefusedExchange;
  readonly onClose: () => void;
}

/** Nothing is changed before "Apply". */
export function FixDialog({ label, exchange, onClose }: Props): ReactNode {
  const preview = useFixPreview(exchange);
  return (
    <Dialog title={label} size="lg" onClose={onClose}>
      <Stack gap="md">
        <QueryView query={preview} lines={5}>
          {(loaded) => <FixForm preview={loaded} exchange={exchange} onClose={onClose} />}
        </QueryView>
      </Stack>
    </Dialog>
  );
}
