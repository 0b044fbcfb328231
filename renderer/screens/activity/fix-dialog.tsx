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
import { text } from '../../texts/text.ts';
import { announceDone, announceFailure } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { DurationInput } from '../../ui/duration-input.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { describeFix } from './fix-texts.ts';
import { showFixValue } from './show-fix-value.ts';

const TARGETS = {
  realm: 'activity:fix.realm',
  client: 'activity:fix.client',
  user: 'activity:fix.user',
} as const;
TARGETS satisfies Record<FixRow['target'], unknown>;

/** Shows the notice of an applied fix, which stays until it is closed or the fix is undone. */
function useAnnounceApplied(realm: string, fix: string): (applied: AppliedFixWire) => void {
  const undo = useUndoFix(realm);
  return ({ id }) =>
    notifications.show({
      id,
      autoClose: false,
      closeButtonProps: { 'aria-label': text('activity:fix.close') },
      message: (
        <Group justify="space-between" gap="xs">
          <Text fz="sm" flex="1 1 140px">
            {text('activity:fix.applied', { fix })}
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            style={{ flexShrink: 0 }}
            onClick={() => {
              notifications.hide(id);
              undo(id).then(
                () => announceDone(text('activity:fix.undone', { fix })),
                (error: Error) => announceFailure(text('activity:fix.notUndone'), error),
              );
            }}
          >
            {text('activity:fix.undo')}
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

function Values({ value, other, fallback = text('activity:fix.notSet') }: ValueProps): ReactNode {
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
  /** Whether the values are lifespans. */
  readonly inSeconds: boolean;
}

function Changes({ changes, isNew, inSeconds }: ChangesProps): ReactNode {
  const [first] = changes;
  const owner = first === undefined ? '' : text(TARGETS[first.target], { name: first.name });
  const shown = (value: unknown): unknown =>
    inSeconds && value !== undefined ? text('activity:fix.seconds', { seconds: String(value) }) : value;
  return (
    <Table captionSide="top" layout="fixed" verticalSpacing={6}>
      <Table.Caption ta="start" mt={0}>
        {owner}
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('activity:fix.setting')}</Table.Th>
          {isNew ? undefined : <Table.Th>{text('activity:fix.now')}</Table.Th>}
          <Table.Th>{text(isNew ? 'activity:fix.value' : 'activity:fix.after')}</Table.Th>
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
                  {...(seconds === undefined
                    ? {}
                    : { fallback: text('activity:fix.secondsByDefault', { seconds }) })}
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
    return (
      <DurationInput
        label={text('activity:fix.lifespan')}
        name={text('activity:fix.lifespan')}
        value={value}
        onChange={onChange}
      />
    );
  const description = isClientNew(preview) ? text('activity:fix.secretHelp') : undefined;
  return (
    <PasswordInput
      label={text(input === 'password' ? 'activity:fix.password' : 'activity:fix.secret')}
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

interface Props {
  /** Label of the fix, the title. */
  readonly label: string;
  readonly exchange: RefusedExchange;
  readonly onClose: () => void;
}

interface FixFormProps extends Props {
  readonly preview: FixPreviewWire;
}

function FixForm({ preview, label, exchange, onClose }: FixFormProps): ReactNode {
  const [value, setValue] = useState(preview.seconds === undefined ? '' : String(preview.seconds));
  const apply = useApplyFix(exchange);
  const announce = useAnnounceApplied(exchange.realm, label);
  const body = readInput(preview, value);
  return (
    <DialogForm
      action={text('activity:fix.apply')}
      blocked={body === undefined}
      onSubmit={() =>
        body &&
        (async () => {
          announce(await apply.mutateAsync(body));
        })
      }
      outcome={{ failed: text('activity:fix.notApplied', { fix: label }), onDone: onClose }}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{describeFix(preview)}</Text>
      <Changes
        changes={previewed(preview, value)}
        isNew={createsSubject(preview)}
        inSeconds={preview.input === 'seconds'}
      />
      <Input preview={preview} value={value} onChange={setValue} />
    </DialogForm>
  );
}

/** Nothing is changed before "Apply". */
export function FixDialog({ label, exchange, onClose }: Props): ReactNode {
  const preview = useFixPreview(exchange);
  return (
    <Dialog title={label} size="lg" onClose={onClose}>
      <Stack gap="md">
        <QueryView query={preview} lines={5}>
          {(loaded) => <FixForm preview={loaded} label={label} exchange={exchange} onClose={onClose} />}
        </QueryView>
      </Stack>
    </Dialog>
  );
}
