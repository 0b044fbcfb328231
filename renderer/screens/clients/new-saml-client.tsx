// Creating a SAML client: from the service provider's metadata, or from the two things that nobody can leave out.
import { SegmentedControl, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { useCreateClient } from '../../api/clients.ts';
import { type Description, useReadDescription } from '../../api/installations.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { checkFields } from '../../ui/field.ts';
import { MemberLabel } from '../../ui/member-label.tsx';
import { MetadataInput } from './metadata-input.tsx';
import { CONSUMER_URL_FIELD, ENTITY_ID_FIELD } from './saml-general-fields.ts';
import { checkServiceProvider } from './take-metadata.ts';

interface Values {
  readonly source: 'metadata' | 'hand';
  readonly metadata: string;
  readonly clientId: string;
  readonly consumer: string;
}

const CONSUMER = CONSUMER_URL_FIELD.member;

function problemsOf({ source, metadata, clientId, consumer }: Values): Readonly<Record<string, string>> {
  if (source === 'metadata')
    return metadata.trim() === '' ? { metadata: 'Paste the metadata, or choose its file.' } : {};
  const problems = checkFields([ENTITY_ID_FIELD, CONSUMER_URL_FIELD], { clientId, [CONSUMER]: consumer });
  return consumer.trim() === ''
    ? {
        ...problems,
        [CONSUMER]: 'Give the address that takes the answers; metadata calls it AssertionConsumerService.',
      }
    : problems;
}

/** Whether the document may describe several service providers, so that one must be named. SAML Metadata §2.3.1. */
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

/** Nothing need be signed by a client of which nothing else is known; the form says how to demand it. */
function clientByHand({ clientId, consumer }: Values): ClientRepresentation {
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

/** Opens the new client when it is there. */
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
          ? clientByHand(values)
          : checkServiceProvider(await describe.mutateAsync(descriptionOf(values)));
      return { id: await create.mutateAsync(client), clientId: client.clientId ?? '' };
    };
  };
  return (
    <DialogForm
      action="Create"
      onSubmit={submit}
      outcome={{
        done: ({ clientId }) => `Created client ${clientId}.`,
        failed: 'The SAML client was not created',
        onDone: ({ id }) => void navigate(`/clients/${id}`),
      }}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label="Where its settings come from"
        fullWidth
        data={[
          { value: 'metadata', label: 'From its metadata' },
          { value: 'hand', label: 'By hand' },
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
              label={<MemberLabel text={ENTITY_ID_FIELD.label} member="clientId" />}
              description="Which one to take, where the document describes several service providers."
              value={values.clientId}
              onChange={(event) => change({ clientId: event.currentTarget.value })}
            />
          ) : undefined}
        </>
      ) : (
        <>
          <TextInput
            label={<MemberLabel text={ENTITY_ID_FIELD.label} member="clientId" />}
            description={ENTITY_ID_FIELD.help}
            error={problems['clientId']}
            value={values.clientId}
            onChange={(event) => change({ clientId: event.currentTarget.value })}
          />
          <TextInput
            label={<MemberLabel text={CONSUMER_URL_FIELD.label} member={CONSUMER} />}
            description="Where answers go."
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
