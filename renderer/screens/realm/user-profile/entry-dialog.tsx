// Adding, changing or removing an attribute or a group.
import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { checkFields, type Field, type FieldValues } from '../../../ui/field.ts';
import { FieldInput } from '../../../ui/field-input.tsx';

interface Props {
  /** `attribute phone`; without a name for a new entry. */
  readonly what: string;
  readonly isNew: boolean;
  readonly fields: readonly Field[];
  readonly initial: FieldValues;
  readonly onSave: (values: FieldValues) => Promise<void>;
  readonly onClose: () => void;
}

/** Problems are shown after the first attempt, and from then on as soon as they arise. */
export function EntryDialog({ what, isNew, fields, initial, onSave, onClose }: Props): ReactNode {
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState(false);
  const problems = checkFields(fields, values);
  const submit = (): (() => Promise<void>) | undefined => {
    setTried(true);
    return Object.keys(problems).length > 0 ? undefined : () => onSave(values);
  };
  return (
    <Dialog onClose={onClose} title={isNew ? `Add ${what}` : `Edit ${what}`} size="lg" closesOutside={false}>
      <DialogForm
        action={isNew ? 'Add' : 'Save'}
        onSubmit={submit}
        outcome={{
          done: () => `Saved ${what}.`,
          failed: `The ${what} was not saved`,
          onDone: onClose,
        }}
        onClose={onClose}
      >
        {fields
          .filter((field) => field.shown?.(values) !== false)
          .map((field) => (
            <FieldInput
              key={field.member}
              field={field}
              value={values[field.member] ?? ''}
              problem={tried ? problems[field.member] : undefined}
              onChange={(value) => setValues((last) => ({ ...last, [field.member]: value }))}
            />
          ))}
      </DialogForm>
    </Dialog>
  );
}

interface RemoveProps {
  readonly what: string;
  readonly consequence: string;
  readonly onRemove: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before an entry is removed. */
export function RemoveDialog({ what, consequence, onRemove, onClose }: RemoveProps): ReactNode {
  return (
    <Dialog onClose={onClose} title={`Remove ${what}?`}>
      <DialogForm
        action="Remove"
        onSubmit={() => onRemove}
        outcome={{
          done: () => `Removed ${what}.`,
          failed: `The ${what} was not removed`,
          onDone: onClose,
        }}
        onClose={onClose}
      >
        <Text>{consequence}</Text>
      </DialogForm>
    </Dialog>
  );
}
