// A dialog that asks for the name of a realm: to create, duplicate or rename one.
import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useServer } from '../../api/emulator.ts';
import { text } from '../../texts/text.ts';
import { announceDone } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { checkRealmName } from './check-realm-name.ts';

interface Props {
  readonly title: string;
  /** Label of the submit button. */
  readonly action: string;
  /** What happens, above the field. */
  readonly text: ReactNode;
  /** The name that the field begins with. */
  readonly initial: string;
  readonly work: (name: string) => Promise<unknown>;
  readonly done: (name: string) => string;
  readonly failed: (name: string) => string;
  readonly onDone: (name: string) => void;
  readonly onClose: () => void;
}

/** Names of realms that are served or out of service are taken. */
export function NameDialog({
  title,
  action,
  text: explanation,
  initial,
  work,
  done,
  failed,
  onDone,
  onClose,
}: Props): ReactNode {
  const server = useServer().data;
  const taken = [...(server?.realms ?? []), ...(server?.outOfService ?? [])].flatMap(
    ({ realm }) => realm ?? [],
  );
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const chosen = name.trim();
  const problem = checkRealmName(chosen, taken);
  return (
    <Dialog onClose={onClose} title={title}>
      <DialogForm
        action={action}
        onSubmit={() => {
          setTried(true);
          return problem === undefined ? () => work(chosen) : undefined;
        }}
        outcome={{
          done: () => done(chosen),
          failed: failed(chosen),
          onDone: () => {
            onClose();
            announceDone(done(chosen));
            onDone(chosen);
          },
        }}
        onClose={onClose}
      >
        <Text fz="sm" component="div">
          {explanation}
        </Text>
        <TextInput
          data-autofocus
          label={<MemberLabel text={text('realmDialogs:name.label')} member="realm" />}
          description={text('realmDialogs:name.help')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried ? problem : undefined}
          autoComplete="off"
          spellCheck={false}
        />
      </DialogForm>
    </Dialog>
  );
}
