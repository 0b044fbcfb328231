// A panel with everything that an event says.
import { Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../../texts/text.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Panel } from '../../ui/dialog.tsx';

interface Props {
  readonly title: string;
  /** Names with their values; empty values are left out. */
  readonly facts: readonly (readonly [name: string, value: string | undefined])[];
  /** Keycloak's details, by name. */
  readonly details?: Readonly<Record<string, string>>;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

function Facts({
  label,
  rows,
  code = false,
}: {
  readonly label: string;
  readonly rows: Props['facts'];
  readonly code?: boolean;
}): ReactNode {
  return (
    <Table variant="vertical" withTableBorder layout="fixed" verticalSpacing={4} aria-label={label}>
      <Table.Tbody>
        {rows.map(([name, value]) =>
          value === undefined ? undefined : (
            <Table.Tr key={name}>
              <Table.Th scope="row" w={160} fw={500} ff={code ? 'monospace' : 'text'} fz={code ? 'xs' : 'sm'}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <CopyValue value={value} label={name} />
              </Table.Td>
            </Table.Tr>
          ),
        )}
      </Table.Tbody>
    </Table>
  );
}

/** A panel on the right. */
export function EventDetails({ title, facts, details, children, onClose }: Props): ReactNode {
  const named = Object.entries(details ?? {});
  return (
    <Panel onClose={onClose} title={title}>
      <Stack gap="md">
        <Facts label={text('events:details.event')} rows={facts} />
        {named.length === 0 ? undefined : (
          <>
            <Text fw={600}>{text('events:details.title')}</Text>
            <Facts label={text('events:details.list')} rows={named} code />
          </>
        )}
        {children}
      </Stack>
    </Panel>
  );
}
