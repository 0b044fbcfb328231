// Creating a client that stands for a container registry: its ID is all that it has.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateClient } from '../../api/clients.ts';
import { RegistryNotice } from '../../components/registry-notice.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { checkFields } from '../../ui/field.ts';
import { MemberLabel } from '../../ui/member-label.tsx';
import { SERVICE_FIELD } from './registry-fields.ts';

interface Props {
  readonly onClose: () => void;
}

/** Opens the new client's snippets when it is there. */
export function NewRegistryClient({ onClose }: Props): ReactNode {
  const [clientId, setClientId] = useState('');
  const [tried, setTried] = useState(false);
  const create = useCreateClient();
  const navigate = useNavigate();
  const problems = checkFields([SERVICE_FIELD], { clientId });
  const submit = (): void => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    create.mutate(
      { clientId: clientId.trim(), enabled: true, protocol: 'docker-v2' },
      { onSuccess: (id) => navigate(`/clients/${id}/snippets`) },
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <RegistryNotice />
        <TextInput
          data-autofocus
          label={<MemberLabel text="Client ID" member="clientId" />}
          description={SERVICE_FIELD.help}
          error={tried ? problems['clientId'] : undefined}
          value={clientId}
          onChange={(event) => setClientId(event.currentTarget.value)}
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
  );
}
