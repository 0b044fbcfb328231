// Creating a client: protocol and required settings. Other settings have defaults and are edited afterwards.
import { SegmentedControl, Stack, TagsInput, TextInput, useMatches } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateClient } from '../../api/clients.ts';
import { text } from '../../texts/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { checkFields, cleanItems } from '../../ui/field.ts';
import { MemberLabel } from '../../ui/member-label.tsx';
import { clientIdField, redirectUrisField } from './general-fields.ts';
import { NewRegistryClient } from './new-registry-client.tsx';
import { NewSamlClient } from './new-saml-client.tsx';

interface NewClient {
  readonly clientId: string;
  readonly publicClient: boolean;
  readonly redirectUris: readonly string[];
}

interface Props {
  readonly onClose: () => void;
}

/** Stacked in narrow windows, where the options would be cut off side by side. */
function useChoiceOrientation(): 'vertical' | 'horizontal' {
  return useMatches({ base: 'vertical', xs: 'horizontal' } as const);
}

function NewOidcClient({ onClose }: Props): ReactNode {
  const [values, setValues] = useState<NewClient>({ clientId: '', publicClient: false, redirectUris: [] });
  const [tried, setTried] = useState(false);
  const orientation = useChoiceOrientation();
  const create = useCreateClient();
  const navigate = useNavigate();
  const { clientId, publicClient, redirectUris } = values;
  const problems = checkFields([clientIdField(), redirectUrisField()], { clientId, redirectUris });
  const submit = (): (() => Promise<string>) | undefined => {
    setTried(true);
    if (Object.keys(problems).length > 0) return undefined;
    return () =>
      create.mutateAsync({
        clientId: clientId.trim(),
        enabled: true,
        protocol: 'openid-connect',
        publicClient,
        standardFlowEnabled: true,
        directAccessGrantsEnabled: false,
        redirectUris: cleanItems(redirectUris),
        webOrigins: ['+'],
        attributes: { 'post.logout.redirect.uris': '+' },
      });
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
      <TextInput
        data-autofocus
        label={<MemberLabel text={clientIdField().label} member="clientId" />}
        error={tried ? problems['clientId'] : undefined}
        value={values.clientId}
        onChange={(event) => setValues({ ...values, clientId: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label={text('clients:create.type')}
        fullWidth
        orientation={orientation}
        data={[
          { value: 'confidential', label: text('clients:create.confidential') },
          { value: 'public', label: text('clients:create.public') },
        ]}
        value={values.publicClient ? 'public' : 'confidential'}
        onChange={(type) => setValues({ ...values, publicClient: type === 'public' })}
      />
      <TagsInput
        label={<MemberLabel text={redirectUrisField().label} member="redirectUris" />}
        description={text('clients:create.redirectUrisHelp')}
        placeholder="http://localhost:3000/*"
        acceptValueOnBlur
        error={tried ? problems['redirectUris'] : undefined}
        value={[...values.redirectUris]}
        onChange={(redirectUris) => setValues({ ...values, redirectUris })}
      />
    </DialogForm>
  );
}

const PROTOCOLS = [
  { value: 'openid-connect', label: 'clients:protocol.openidConnect', form: NewOidcClient },
  { value: 'saml', label: 'clients:protocol.saml', form: NewSamlClient },
  { value: 'docker-v2', label: 'clients:protocol.registry', form: NewRegistryClient },
] as const;

/** The form depends on the protocol. When the client is created, its guides open. */
export function NewClientDialog({ onClose }: Props): ReactNode {
  const [protocol, setProtocol] = useState<string>(PROTOCOLS[0].value);
  const orientation = useChoiceOrientation();
  const { form: Form } = PROTOCOLS.find(({ value }) => value === protocol) ?? PROTOCOLS[0];
  return (
    <Dialog onClose={onClose} title={text('clients:create.title')} size="lg">
      <Stack gap="md">
        <SegmentedControl
          aria-label={text('clients:create.protocol')}
          fullWidth
          orientation={orientation}
          data={PROTOCOLS.map(({ value, label }) => ({ value, label: text(label) }))}
          value={protocol}
          onChange={setProtocol}
        />
        <Form onClose={onClose} />
      </Stack>
    </Dialog>
  );
}
