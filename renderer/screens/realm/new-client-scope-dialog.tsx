// Creating a client scope: its protocol and its name.
import { Button, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core';
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
  const [protocol, setProtocol] = useState('openid-connect');
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
        protocol,
        attributes: {
          ...(protocol === 'openid-connect' ? { 'include.in.token.scope': 'true' } : {}),
          'display.on.consent.screen': 'true',
        },
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
          <SegmentedControl
            aria-label="Protocol"
            fullWidth
            data={[
              { value: 'openid-connect', label: 'OpenID Connect' },
              { value: 'saml', label: 'SAML 2.0' },
            ]}
            value={protocol}
            onChange={setProtocol}
          />
          <TextInput
            data-autofocus
            label={<MemberLabel text="Name" member="name" />}
            description={
              protocol === 'saml'
                ? 'Groups mappers that several service providers share.'
                : 'What applications write into scope.'
            }
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
