// Creating a SAML client: from metadata, or manually from entity ID and consumer URL.
import { SegmentedControl, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { useCreateClient } from '../../api/clients.ts';
import { type Description, useReadDescription } from '../../api/installations.ts';
import { text } from '../../texts/text.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { checkFields } from '../../ui/field.ts';
import { MemberLabel } from '../../ui/member-label.tsx';
import { checkServiceProvider } from './merge-metadata.ts';
import { MetadataInput } from './metadata-input.tsx';
import { consumerUrlField, entityIdField } from './saml-general-fields.ts';

interface Values {
  readonly source: 'metadata' | 'hand';
  readonly metadata: string;
  readonly clientId: string;
  readonly consumer: string;
}

const CONSUMER = 'saml_assertion_consumer_url_post';

function problemsOf({ source, metadata, clientId, consumer }: Values): Readonly<Record<string, string>> {
  if (source === 'metadata')
    return metadata.trim() === '' ? { metadata: text('clients:metadata.missing') } : {};
  const problems = checkFields([entityIdField(), consumerUrlField()], { clientId, [CONSUMER]: consumer });
  return consumer.trim() === ''
    ? {
        ...problems,
        [CONSUMER]: text('clients:create.consumerMissing'),
      }
    : problems;
}

/** Whether the metadata may describe several service providers. SAML Metadata §2.3.1. */
function mayDescribeSeveral({ metadata }: Values): boolean {
  return metadata.includes('EntitiesDescriptor');
}

function descriptionOf(values: Values): Description {
  const named = values.clientId.trim();
  return {
    text: values.metadata,
    ...(mayDescribeSeveral(values) && named !== '' ? { clientId: named } : {}),
  };
}

/** Without further information, requests need not be signed; the client's form can require it. */
function manualClient({ clientId, consumer }: Values): ClientRepresentation {
  return {
    clientId: clientId.trim(),
    enabled: true,
    protocol: 'saml',
    redirectUris: [consumer.trim()],
    attributes: { [CONSUMER]: consumer.trim(), 'saml.client.signature': 'false' },
  };
}

interface Props {
  readonly onClose: () => void;
}

interface Created {
  readonly id: string;
  readonly clientId: string;
}

/** Opens the new client's guides. */
export function NewSamlClient({ onClose }: Props): ReactNode {
  const [values, setValues] = useState<Values>({
    source: 'metadata',
    metadata: '',
    clientId: '',
    consumer: '',
  });
  const [tried, setTried] = useState(false);
  const describe = useReadDescription();
  const create = useCreateClient();
  const navigate = useNavigate();
  const problems = tried ? problemsOf(values) : {};
  const change = (part: Partial<Values>): void => setValues({ ...values, ...part });
  const submit = (): (() => Promise<Created>) | undefined => {
    setTried(true);
    if (Object.keys(problemsOf(values)).length > 0) return undefined;
    return async () => {
      const client =
        values.source === 'hand'
          ? manualClient(values)
          : checkServiceProvider(await describe.mutateAsync(descriptionOf(values)));
      return { id: await create.mutateAsync(client), clientId: client.clientId ?? '' };
    };
  };
  return (
    <DialogForm
      action={text('clients:create.submit')}
      onSubmit={submit}
      outcome={{
        done: ({ clientId }) => text('clients:create.done', { client: clientId }),
        failed: text('clients:create.samlFailed'),
        onDone: ({ id }) => void navigate(`/clients/${id}/guides`),
      }}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={text('clients:create.source')}
        fullWidth
        data={[
          { value: 'metadata', label: text('clients:create.fromMetadata') },
          { value: 'hand', label: text('clients:create.manual') },
        ]}
        value={values.source}
        onChange={(source) => change({ source: source === 'hand' ? 'hand' : 'metadata' })}
      />
      {values.source === 'metadata' ? (
        <>
          <MetadataInput
            value={values.metadata}
            problem={problems['metadata']}
            onChange={(metadata) => change({ metadata })}
          />
          {mayDescribeSeveral(values) ? (
            <TextInput
              label={<MemberLabel text={entityIdField().label} member="clientId" />}
              description={text('clients:create.entityIdHelp')}
              value={values.clientId}
              onChange={(event) => change({ clientId: event.currentTarget.value })}
            />
          ) : undefined}
        </>
      ) : (
        <>
          <TextInput
            label={<MemberLabel text={entityIdField().label} member="clientId" />}
            description={entityIdField().help}
            error={problems['clientId']}
            value={values.clientId}
            onChange={(event) => change({ clientId: event.currentTarget.value })}
          />
          <TextInput
            label={<MemberLabel text={consumerUrlField().label} member={CONSUMER} />}
            description={text('clients:create.consumerHelp')}
            placeholder="https://app.example.com/saml/acs"
            error={problems[CONSUMER]}
            value={values.consumer}
            onChange={(event) => change({ consumer: event.currentTarget.value })}
          />
        </>
      )}
    </DialogForm>
  );
}
