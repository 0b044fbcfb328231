// The assertion consumer services that a request may choose by their number; metadata brings them.
import { Table } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type StoredClient, useSaveClient } from '../../api/clients.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Section } from '../../ui/section.tsx';
import { forgetNumberedServices, listNumberedServices } from './read-numbered-services.ts';

function ForgetButton({ client }: { readonly client: StoredClient }): ReactNode {
  const save = useSaveClient(client.id);
  const forget = useMutation({ mutationFn: () => save.mutateAsync(forgetNumberedServices(client)) });
  return (
    <ConfirmButton
      size="xs"
      action="Forget"
      question="Forget the numbers?"
      consequence="A number in a request is then ignored, and the answer goes to the address of its binding. Importing metadata brings the numbers back."
      work={forget}
      done={() => `Client ${client.clientId} has no numbered addresses any more.`}
      failed="The numbers were not forgotten"
    />
  );
}

/** Nothing where there are none. */
export function NumberedServices({ client }: { readonly client: StoredClient }): ReactNode {
  const services = listNumberedServices(client.attributes ?? {});
  if (services.length === 0) return undefined;
  return (
    <Section
      title="Addresses by number"
      summary="What AssertionConsumerServiceIndex of a request may name, from the metadata. Import it again when it changes."
      aside={<ForgetButton client={client} />}
    >
      <Table verticalSpacing={4} layout="fixed" aria-label="Addresses by number">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={64}>Number</Table.Th>
            <Table.Th w={128}>Binding</Table.Th>
            <Table.Th>Address</Table.Th>
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
