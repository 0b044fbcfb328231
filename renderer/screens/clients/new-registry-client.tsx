// Creating a client for a container registry, which needs only an ID.
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateClient } from '../../api/clients.ts';
import { RegistryNotice } from '../../components/registry-notice.tsx';
import { text } from '../../texts/text.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { checkFields } from '../../ui/field.ts';
import { MemberLabel } from '../../ui/member-label.tsx';
import { serviceField } from './registry-fields.ts';

interface Props {
  readonly onClose: () => void;
}

/** Opens the new client's guides. */
export function NewRegistryClient({ onClose }: Props): ReactNode {
  const [clientId, setClientId] = useState('');
  const [tried, setTried] = useState(false);
  const create = useCreateClient();
  const navigate = useNavigate();
  const problems = checkFields([serviceField()], { clientId });
  const submit = (): (() => Promise<string>) | undefined => {
    setTried(true);
    if (Object.keys(problems).length > 0) return undefined;
    return () => create.mutateAsync({ clientId: clientId.trim(), enabled: true, protocol: 'docker-v2' });
  };
  return (
    <DialogForm
      action={text('clients:create.submit')}
      onSubmit={submit}
      outcome={{
        done: () => text('clients:create.done', { client: clientId.trim() }),
        failed: text('clients:create.failed', { client: clientId.trim() }),
        onDone: (id) => void navigate(`/clients/${id}/guides`),
      }}
      onClose={onClose}
    >
      <RegistryNotice />
      <TextInput
        data-autofocus
        label={<MemberLabel text={serviceField().label} member="clientId" />}
        description={serviceField().help}
        error={tried ? problems['clientId'] : undefined}
        value={clientId}
        onChange={(event) => setClientId(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
