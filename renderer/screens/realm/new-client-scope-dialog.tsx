// Creating a client scope: its name, which is what applications write into scope.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateClientScope } from '../../api/client-scopes.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { checkScopeName } from './client-scope-fields.ts';

/** Opens the new scope when it is there. */
export function NewClientScopeDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [tried, setTried] = useState(false);
  const create = useCreateClientScope();
  const navigate = useNavigate();
  const problem = checkScopeName(name.trim());
  const submit = (): void => {
    setTried(true);
    if (problem !== undefined) return;
    create.mutate(
      {
        name: name.trim(),
        description: description.trim(),
        protocol: 'openid-connect',
        attributes: { 'include.in.token.scope': 'true', 'display.on.consent.screen': 'true' },
      },
      { onSuccess: (id) => navigate(`/realm/client-scopes/${id}`) },
    );
  };
  return (
    <Modal opened onClose={onClose} title="Create client scope" size="md">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={<MemberLabel text="Name" member="name" />}
            description="What applications write into scope."
            error={tried ? problem : undefined}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={<MemberLabel text="Description" member="description" />}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          {create.error === null ? undefined : <ErrorState error={create.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
