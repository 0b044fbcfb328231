// Creating a group, at the top or below another one.
import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { type StoredGroup, useCreateGroup } from '../../api/groups.ts';
import { text } from '../../texts/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { checkGroupName } from './group-fields.ts';

interface Props {
  /** Undefined: the new group is at the top. */
  readonly parent?: StoredGroup;
  readonly onClose: () => void;
}

/** Opens the new group. */
export function NewGroupDialog({ parent, onClose }: Props): ReactNode {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [tried, setTried] = useState(false);
  const create = useCreateGroup();
  const navigate = useNavigate();
  const problem = checkGroupName(name);
  const submit = (): (() => Promise<string>) | undefined => {
    setTried(true);
    if (problem !== undefined) return undefined;
    return () =>
      create.mutateAsync({
        name: name.trim(),
        ...(description.trim() === '' ? {} : { description: description.trim() }),
        ...(parent === undefined ? {} : { parentId: parent.id }),
      });
  };
  return (
    <Dialog
      title={text(parent === undefined ? 'groups:create.title' : 'groups:create.childTitle')}
      onClose={onClose}
    >
      <DialogForm
        action={text('groups:create.action')}
        onSubmit={submit}
        outcome={{
          done: () => text('groups:create.done', { group: name.trim() }),
          failed: text('groups:create.failed', { group: name.trim() }),
          onDone: (id) => {
            onClose();
            void navigate(`/groups/${id}`);
          },
        }}
        onClose={onClose}
      >
        {parent === undefined ? undefined : (
          <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {text('groups:create.below', { path: parent.path })}
          </Text>
        )}
        <TextInput
          data-autofocus
          label={<MemberLabel text={text('groups:create.name')} member="name" />}
          error={tried ? problem : undefined}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={<MemberLabel text={text('groups:create.description')} member="description" />}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
