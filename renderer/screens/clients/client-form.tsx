// The settings of a client, each field named as the realm file names it.
import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type StoredClient, useSaveClient } from '../../api/clients.ts';
import { announceDone } from '../../ui/announce.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { AccessFields, type FieldsProps, FlowFields, GeneralFields } from './client-fields.tsx';
import { type ClientFormValues, checkClientForm, toClient, toFormValues } from './client-form-values.ts';

/** Keeps what was typed until it is saved or taken back. */
export function ClientForm({ client }: { readonly client: StoredClient }): ReactNode {
  const [values, setValues] = useState<ClientFormValues>(() => toFormValues(client));
  const save = useSaveClient(client.id);
  const problems = checkClientForm(values);
  const changed = JSON.stringify(values) !== JSON.stringify(toFormValues(client));
  const fields: FieldsProps = {
    values,
    problems,
    onChange: (part) => setValues((last) => ({ ...last, ...part })),
  };
  const submit = (): void => {
    if (Object.keys(problems).length > 0) return;
    save.mutate(toClient(values, client), {
      onSuccess: () => announceDone(`Saved client ${values.clientId}.`),
    });
  };
  return (
    <form
      noValidate
      aria-label="Client settings"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <GeneralFields {...fields} />
        <FlowFields {...fields} />
        <AccessFields {...fields} />
        {save.error === null ? undefined : <ErrorState error={save.error} />}
        <Group gap="xs">
          <Button type="submit" disabled={!changed} loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" disabled={!changed} onClick={() => setValues(toFormValues(client))}>
            Revert
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
