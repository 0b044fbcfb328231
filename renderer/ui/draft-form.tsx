// A form with unsaved changes: saves only what changed, and shows at the fields and in the bar why it cannot.
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { announceDone } from './announce.tsx';
import type { FieldValues } from './field.ts';
import { SaveBar } from './save-bar.tsx';
import type { Draft } from './use-draft.ts';
import { type SavedForm, useSaving } from './use-saving.ts';

interface Props<Problem> extends SavedForm<Problem> {
  /** Name for screen readers. */
  readonly label: string;
  readonly draft: Draft;
  /** `Unsaved changes.` */
  readonly unsaved: string;
  /** Why the changes cannot be saved yet; empty if they can. */
  readonly blocked: string;
  /** Saves the changes; returns what to announce. */
  readonly save: (changes: FieldValues) => Promise<string>;
  /** Title of the message if the save fails after the form is gone. */
  readonly failed: string;
  /** Called when the problems of the last save no longer apply. */
  readonly onForget?: () => void;
  /** Renders the fields. */
  readonly children: (saving: {
    readonly problems: Readonly<Record<string, Problem>>;
    readonly forget: () => void;
  }) => ReactNode;
}

/** Unsaved changes are kept until saved or reverted, even while another tab or screen is open. */
export function DraftForm<Problem>(props: Props<Problem>): ReactNode {
  const { label, draft, changes, unsaved, blocked, save, failed, onForget, children, ...saved } = props;
  const saving = useSaving({ ...saved, changes });
  const changed = Object.keys(changes).length > 0;
  const run = async (): Promise<void> => {
    const done = await save(changes);
    draft.settle(changes);
    announceDone(done);
  };
  const forget = (): void => {
    saving.forget();
    onForget?.();
  };
  return (
    <form
      ref={saving.form}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && blocked === '') saving.start(run, failed);
      }}
    >
      <Stack gap="md">
        {children({ problems: saving.problems, forget })}
        {changed ? (
          <SaveBar
            state={blocked === '' ? unsaved : blocked}
            refusal={blocked === '' ? saving.refusal : undefined}
            canSave={blocked === ''}
            saving={saving.running}
            onRevert={() => {
              forget();
              draft.revert();
            }}
          />
        ) : undefined}
      </Stack>
    </form>
  );
}
