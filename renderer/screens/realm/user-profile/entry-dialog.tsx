// Adding, changing or removing an attribute or a group.
import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { text } from '../../../texts/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { checkFields, type Field, type FieldValues } from '../../../ui/field.ts';
import { FieldInput } from '../../../ui/field-input.tsx';

interface Texts {
  readonly title: string;
  readonly done: string;
  readonly failed: string;
}

interface Props extends Texts {
  /** Label of the button. */
  readonly action: string;
  readonly fields: readonly Field[];
  readonly initial: FieldValues;
  readonly onSave: (values: FieldValues) => Promise<void>;
  readonly onClose: () => void;
}

/** Problems are shown after the first attempt, and from then on as soon as they arise. */
export function EntryDialog(props: Props): ReactNode {
  const { title, action, done, failed, fields, initial, onSave, onClose } = props;
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState(false);
  const problems = checkFields(fields, values);
  const submit = (): (() => Promise<void>) | undefined => {
    setTried(true);
    return Object.keys(problems).length > 0 ? undefined : () => onSave(values);
  };
  return (
    <Dialog onClose={onClose} title={title} size="lg" closesOutside={false}>
      <DialogForm
        action={action}
        onSubmit={submit}
        outcome={{ done: () => done, failed, onDone: onClose }}
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

interface RemoveProps extends Texts {
  readonly consequence: string;
  readonly onRemove: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before an entry is removed. */
export function RemoveDialog(props: RemoveProps): ReactNode {
  const { title, done, failed, consequence, onRemove, onClose } = props;
  return (
    <Dialog onClose={onClose} title={title}>
      <DialogForm
        action={text('userProfile:remove')}
        onSubmit={() => onRemove}
        outcome={{ done: () => done, failed, onDone: onClose }}
        onClose={onClose}
      >
        <Text>{consequence}</Text>
      </DialogForm>
    </Dialog>
  );
}
