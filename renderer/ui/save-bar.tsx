// The bar below a form with unsaved changes: saves, reverts, and shows why a save was rejected.
import { Button, Group, Paper, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { text } from '../texts/text.ts';
import classes from './save-bar.module.css';

/** Why the last save did not succeed. */
export interface BarRefusal {
  /** `Not saved. The server rejected 1 field: Client ID.` */
  readonly text: string;
  /** The button that goes to the first rejected field or to a notice, if there is one. */
  readonly show?: { readonly label: string; readonly act: () => void } | undefined;
}

interface Props {
  /** The state of the form, shown unless there is a refusal. */
  readonly state: string;
  readonly refusal: BarRefusal | undefined;
  readonly canSave: boolean;
  readonly saving: boolean;
  readonly onRevert: () => void;
}

function Refused({ refusal }: { readonly refusal: BarRefusal }): ReactNode {
  return (
    <Group gap="xs" wrap="nowrap" miw={0} role="alert">
      <IconAlertTriangle size={16} color="var(--us-refused)" className={classes['icon']} aria-hidden />
      <Text fz="sm" className={classes['words'] ?? ''}>
        {refusal.text}
      </Text>
      {refusal.show === undefined ? undefined : (
        <Button
          size="compact-sm"
          variant="default"
          className={classes['icon'] ?? ''}
          onClick={refusal.show.act}
        >
          {refusal.show.label}
        </Button>
      )}
    </Group>
  );
}

/** Sticks above the status line, however long the form is. */
export function SaveBar({ state, refusal, canSave, saving, onRevert }: Props): ReactNode {
  return (
    <Paper withBorder className={classes['bar']} px="md" py="xs">
      <div className={classes['parts']}>
        <Group gap="xs">
          <Button type="submit" disabled={!canSave} loading={saving}>
            {text('ui:save')}
          </Button>
          <Button variant="default" onClick={onRevert}>
            {text('ui:revert')}
          </Button>
        </Group>
        {refusal === undefined ? (
          <Text fz="sm" role="status" className={classes['words'] ?? ''}>
            {state}
          </Text>
        ) : (
          <Refused refusal={refusal} />
        )}
      </div>
    </Paper>
  );
}
