// Assertion consumer services that requests can select by index. They are imported from metadata.
import { Table } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type StoredClient, useSaveClient } from '../../api/clients.ts';
import { text } from '../../texts/text.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Section } from '../../ui/section.tsx';
import { listIndexedServices, removeIndexedServices } from './list-indexed-services.ts';

function RemoveButton({ client }: { readonly client: StoredClient }): ReactNode {
  const save = useSaveClient(client.id);
  const remove = useMutation({ mutationFn: () => save.mutateAsync(removeIndexedServices(client)) });
  return (
    <ConfirmButton
      size="xs"
      action={text('clients:indexes.remove')}
      question={text('clients:indexes.question')}
      consequence={text('clients:indexes.consequence')}
      work={remove}
      done={() => text('clients:indexes.done', { client: client.clientId })}
      failed={text('clients:indexes.failed')}
    />
  );
}

/** Renders nothing if there are none. */
export function IndexedServices({ client }: { readonly client: StoredClient }): ReactNode {
  const services = listIndexedServices(client.attributes ?? {});
  if (services.length === 0) return undefined;
  return (
    <Section
      title={text('clients:indexes.title')}
      summary={text('clients:indexes.summary')}
      aside={<RemoveButton client={client} />}
    >
      <Table verticalSpacing={4} layout="fixed" aria-label={text('clients:indexes.label')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={64}>{text('clients:indexes.index')}</Table.Th>
            <Table.Th w={128}>{text('clients:indexes.binding')}</Table.Th>
            <Table.Th>{text('clients:indexes.url')}</Table.Th>
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
