// A tab of a client that is one form over the client's own members and attributes.
import type { ReactNode } from 'react';
import { type StoredClient, useSaveClient } from '../../api/clients.ts';
import { type FieldSection, SettingsForm } from '../../ui/settings-form.tsx';
import { completeChange } from './complete-change.ts';

interface Props {
  readonly client: StoredClient;
  /** What the form is called: `Tokens`. */
  readonly label: string;
  /** Name of the tab, which is part of the draft's. */
  readonly tab: string;
  readonly sections: readonly FieldSection[];
}

/** The name of the draft of a tab of a client. */
export function clientForm(client: StoredClient, tab: string): string {
  return `client ${client.id} ${tab}`;
}

/** Saves what was changed and nothing else. */
export function ClientForm({ client, label, tab, sections }: Props): ReactNode {
  const save = useSaveClient(client.id);
  return (
    <SettingsForm
      label={`${label} of ${client.clientId}`}
      form={clientForm(client, tab)}
      sections={sections}
      representation={client}
      onSave={(part) => save.mutateAsync(completeChange(client, part))}
    />
  );
}
