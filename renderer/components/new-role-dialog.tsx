// Creating a role: owner, name and description.
import { Select, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { useClients } from '../api/clients.ts';
import { useCreateRole } from '../api/roles.ts';
import { text } from '../texts/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { MemberLabel } from '../ui/member-label.tsx';
import { rolePath } from './role-label.tsx';

/** Value of the choice for realm roles. */
const REALM = '';

interface Props {
  /** ID of the client that owns the role, at first; absent: the realm. */
  readonly clientUuid?: string;
  readonly onClose: () => void;
}

/** Opens the new role. */
export function NewRoleDialog({ clientUuid, onClose }: Props): ReactNode {
  const [owner, setOwner] = useState(clientUuid ?? REALM);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [tried, setTried] = useState(false);
  /** The name that the server refused as taken, with its owner. */
  const [taken, setTaken] = useState<string | undefined>(undefined);
  const clients = useClients().data ?? [];
  const create = useCreateRole();
  const navigate = useNavigate();
  const wanted = name.trim();
  const key = JSON.stringify([owner, wanted]);
  const problem =
    wanted === ''
      ? text('roleLists:create.noName')
      : taken === key
        ? text('roleLists:create.taken', { role: wanted })
        : undefined;
  const send = async (): Promise<string> => {
    try {
      return await create.mutateAsync({
        clientUuid: owner === REALM ? undefined : owner,
        name: wanted,
        description: description.trim(),
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setTaken(key);
      throw error;
    }
  };
  return (
    <Dialog onClose={onClose} title={text('roleLists:create.title')}>
      <DialogForm
        action={text('roleLists:create.action')}
        onSubmit={() => {
          setTried(true);
          return problem === undefined ? send : undefined;
        }}
        outcome={{
          done: () => text('roleLists:create.done', { role: wanted }),
          failed: text('roleLists:create.failed', { role: wanted }),
          onDone: (id) => void navigate(rolePath(id)),
        }}
        isShown={(error) => error instanceof ApiError && error.status === 409}
        onClose={onClose}
      >
        <Select
          label={text('roleLists:create.owner')}
          description={text('roleLists:create.ownerHelp')}
          searchable
          openOnFocus={false}
          allowDeselect={false}
          nothingFoundMessage={text('components:picker.noClients')}
          data={[
            { value: REALM, label: text('roleLists:create.realm') },
            ...clients.map(({ id, clientId }) => ({
              value: id,
              label: text('roleLists:create.client', { client: clientId ?? '' }),
            })),
          ]}
          value={owner}
          onChange={(next) => setOwner(next ?? REALM)}
        />
        <TextInput
          data-autofocus
          label={<MemberLabel text={text('roleLists:create.name')} member="name" />}
          error={tried ? problem : undefined}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={<MemberLabel text={text('roleLists:create.description')} member="description" />}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
