// Creating a group, at the top or below another one.
import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { type StoredGroup, useCreateGroup } from '../../api/groups.ts';
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
    <Dialog title={parent === undefined ? 'Create group' : 'Create child group'} onClose={onClose}>
      <DialogForm
        action="Create"
        onSubmit={submit}
        outcome={{
          done: () => `Created group ${name.trim()}.`,
          failed: `Group ${name.trim()} was not created`,
          onDone: (id) => {
            onClose();
            void navigate(`/groups/${id}`);
          },
        }}
        onClose={onClose}
      >
        {parent === undefined ? undefined : (
          <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Below {parent.path}
          </Text>
        )}
        <TextInput
          data-autofocus
          label={<MemberLabel text="Name" member="name" />}
          error={tried ? problem : undefined}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={<MemberLabel text="Description" member="description" />}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
