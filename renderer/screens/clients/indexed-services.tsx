// Assertion consumer services that requests can select by index. They are imported from metadata.
import { Table } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type StoredClient, useSaveClient } from '../../api/clients.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Section } from '../../ui/section.tsx';
import { listIndexedServices, removeIndexedServices } from './list-indexed-services.ts';

function RemoveButton({ client }: { readonly client: StoredClient }): ReactNode {
  const save = useSaveClient(client.id);
  const remove = useMutation({ mutationFn: () => save.mutateAsync(removeIndexedServices(client)) });
  return (
    <ConfirmButton
      size="xs"
      action="Remove"
      question="Remove the indexes?"
      consequence="An index in a request is then ignored, and the response is sent to the URL of its binding. Importing metadata restores the indexes."
      work={remove}
      done={() => `Removed the indexes of client ${client.clientId}.`}
      failed="The indexes were not removed"
    />
  );
}

/** Renders nothing if there are none. */
export function IndexedServices({ client }: { readonly client: StoredClient }): ReactNode {
  const services = listIndexedServices(client.attributes ?? {});
  if (services.length === 0) return undefined;
  return (
    <Section
      title="Services by index"
      summary="Selected by AssertionConsumerServiceIndex in requests. Imported from metadata."
      aside={<RemoveButton client={client} />}
    >
      <Table verticalSpacing={4} layout="fixed" aria-label="Services by index">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={64}>Index</Table.Th>
            <Table.Th w={128}>Binding</Table.Th>
            <Table.Th>URL</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {services.map(({ index, binding, location }) => (
            <Table.Tr key={index}>
              <Table.Td>{index}</Table.Td>
              <Table.Td>{binding}</Table.Td>
              <Table.Td ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
                {location}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
