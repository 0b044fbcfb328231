// A tab of a client with a form for the client's members and attributes.
import type { ReactNode } from 'react';
import { type StoredClient, useSaveClient } from '../../api/clients.ts';
import { text } from '../../texts/text.ts';
import { type FieldSection, SettingsForm } from '../../ui/settings-form.tsx';
import { completeChange } from './complete-change.ts';

interface Props {
  readonly client: StoredClient;
  /** Label of the form: `Tokens`. */
  readonly label: string;
  /** Name of the tab, part of the draft's name. */
  readonly tab: string;
  readonly sections: readonly FieldSection[];
}

/** Name of the draft for a client's tab. */
export function clientForm(client: StoredClient, tab: string): string {
  return `client ${client.id} ${tab}`;
}

/** Saves only the changes. */
export function ClientForm({ client, label, tab, sections }: Props): ReactNode {
  const save = useSaveClient(client.id);
  return (
    <SettingsForm
      label={text('clients:form.name', { tab: label, client: client.clientId })}
      form={clientForm(client, tab)}
      sections={sections}
      representation={client}
      onSave={(part) => save.mutateAsync(completeChange(client, part))}
    />
  );
}
