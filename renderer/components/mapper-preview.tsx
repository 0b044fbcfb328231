// What the unsaved changes of a mapper would change in the tokens or the assertion of a user.
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ProtocolMapperRepresentation } from '#protocol/contract/realm-representation.ts';
import type { NewTokenPreviewWire, UnsavedChangeWire } from '#protocol/contract/token-preview.ts';
import { type StoredClient, useClients } from '../api/clients.ts';
import { useTokenPreview } from '../api/token-preview.ts';
import { text } from '../texts/text.ts';
import { Section } from '../ui/section.tsx';
import { useAddress } from '../ui/use-address.ts';
import { ClientPicker } from './client-picker.tsx';
import { type PreviewChoice, previewRequest, usePreviewChoice } from './preview-choice.ts';
import { PreviewDifferences } from './preview-differences.tsx';
import { PreviewProblem } from './preview-problem.tsx';
import { PreviewUserPicker } from './preview-user-picker.tsx';

/** Whose mapper it is: a client's, or a client scope's by name, for which a client is chosen. */
export type EvaluatedOwner = { readonly client: StoredClient } | { readonly clientScope: string };

interface Props {
  readonly evaluated: EvaluatedOwner;
  /** With the unsaved changes. */
  readonly mapper: ProtocolMapperRepresentation;
}

const NO_CLIENT = { client: '' } as const;

function Differences({ wanted }: { readonly wanted: NewTokenPreviewWire }): ReactNode {
  const { data, error } = useTokenPreview(wanted);
  if (error !== null) return <PreviewProblem error={error} />;
  return data?.differences === undefined ? undefined : <PreviewDifferences differences={data.differences} />;
}

/** A client scope that is optional for the client must be requested. */
function requesting(choice: PreviewChoice, client: StoredClient, evaluated: EvaluatedOwner): PreviewChoice {
  if (!('clientScope' in evaluated)) return choice;
  const { clientScope } = evaluated;
  const isOptional = client.optionalClientScopes?.includes(clientScope) === true;
  return isOptional ? { ...choice, scopes: [...new Set([...choice.scopes, clientScope])] } : choice;
}

function changeOf({ evaluated, mapper }: Props): UnsavedChangeWire {
  const mappers = [mapper];
  return 'client' in evaluated ? { mappers } : { clientScopes: { [evaluated.clientScope]: { mappers } } };
}

function ClientPreview({ client, ...props }: Props & { readonly client: StoredClient }): ReactNode {
  const [choice, change] = usePreviewChoice();
  const wanted = previewRequest(client, requesting(choice, client, props.evaluated));
  return (
    <>
      <PreviewUserPicker
        value={choice.user}
        hasServiceAccount={client.serviceAccountsEnabled === true}
        onChange={(user) => change({ user })}
      />
      {wanted === undefined ? undefined : <Differences wanted={{ ...wanted, change: changeOf(props) }} />}
    </>
  );
}

/** The clients that have the client scope. */
function ChosenClientPreview(props: Props & { readonly clientScope: string }): ReactNode {
  const [{ client: clientId }, write] = useAddress(NO_CLIENT);
  const clients = (useClients().data ?? []).filter(
    ({ defaultClientScopes = [], optionalClientScopes = [] }) =>
      [...defaultClientScopes, ...optionalClientScopes].includes(props.clientScope),
  );
  const chosen = clients.find((client) => client.clientId === clientId);
  return (
    <>
      <ClientPicker
        clients={clients}
        label={text('mappers:preview.client')}
        value={chosen?.id}
        onChange={(id) => write({ client: clients.find((client) => client.id === id)?.clientId ?? '' })}
      />
      {chosen === undefined ? undefined : <ClientPreview {...props} client={chosen} />}
    </>
  );
}

/** User and scopes are those of the tab Evaluate. */
export function MapperPreview(props: Props): ReactNode {
  const { evaluated } = props;
  return (
    <Section title={text('mappers:preview.title')} summary={text('mappers:preview.summary')}>
      <Stack gap="sm">
        {'client' in evaluated ? (
          <ClientPreview {...props} client={evaluated.client} />
        ) : (
          <ChosenClientPreview {...props} clientScope={evaluated.clientScope} />
        )}
      </Stack>
    </Section>
  );
}
