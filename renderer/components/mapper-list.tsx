// The protocol mappers of a client or client scope: the list, adding, editing, and deleting with undo.
import { Anchor, Button, Table, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { mappersKey, mappersPath, type StoredMapper, useMappers } from '../api/mappers.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';
import { MapperDrawer } from './mapper-drawer.tsx';
import { findMapperType } from './mapper-types.ts';
import { NewMapperDialog } from './new-mapper-dialog.tsx';
import { usePendingDeletions, useUndoableDelete } from './undoable-delete.tsx';

interface Props {
  /** Path of the client or client scope in the admin API. */
  readonly owner: string;
  /** Its protocol: `openid-connect` or `saml`. */
  readonly protocol: string;
}

interface Words {
  /** The column with the mapper's output: its heading, and the config member with the value. */
  readonly writes?: { readonly column: string; readonly member: string };
  readonly summary: string;
  readonly empty: string;
}

const TOKENS: Words = {
  writes: { column: 'Claim', member: 'claim.name' },
  summary: 'Changes apply to tokens issued from now on.',
  empty: 'A mapper adds a claim to tokens, such as a user attribute, roles or an audience. Add one.',
};

const ASSERTIONS: Words = {
  writes: { column: 'Attribute', member: 'attribute.name' },
  summary: 'Changes apply from the next sign-in.',
  empty:
    'A mapper adds an attribute to assertions, such as a user attribute, roles or groups. Add one; mappers for e-mail and names are predefined.',
};

const REGISTRIES: Words = {
  summary: 'Changes apply to the next token.',
  empty:
    'Without the mapper “Allow all”, tokens of this registry grant no access. With it, they grant the requested access unless roles restrict it. Add the mapper.',
};

const WORDS: Readonly<Record<string, Words>> = { saml: ASSERTIONS, 'docker-v2': REGISTRIES };

function wordsFor(protocol: string): Words {
  return WORDS[protocol] ?? TOKENS;
}

function mapperPath(owner: string, mapper: StoredMapper): string {
  return `${mappersPath(owner)}/${encodeURIComponent(mapper.id)}`;
}

interface RowProps extends Props {
  readonly mapper: StoredMapper;
  readonly onOpen: (id: string) => void;
}

function MapperRow({ owner, protocol, mapper, onOpen }: RowProps): ReactNode {
  const remove = useUndoableDelete();
  const { writes } = wordsFor(protocol);
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component="button" type="button" fz="sm" ta="left" onClick={() => onOpen(mapper.id)}>
          {mapper.name}
        </Anchor>
      </Table.Td>
      <Table.Td>{findMapperType(mapper.protocolMapper)?.label ?? mapper.protocolMapper}</Table.Td>
      {writes === undefined ? undefined : (
        <Table.Td ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
          {mapper.config?.[writes.member] ?? ''}
        </Table.Td>
      )}
      <Table.Td ta="right">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Delete mapper ${mapper.name}`}
          onClick={() =>
            remove({
              path: mapperPath(owner, mapper),
              what: `mapper ${mapper.name}`,
              queryKey: mappersKey(owner),
            })
          }
        >
          Delete
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function MapperTable({
  owner,
  protocol,
  mappers,
  onOpen,
}: Props & { readonly mappers: readonly StoredMapper[]; readonly onOpen: (id: string) => void }): ReactNode {
  const { writes, empty } = wordsFor(protocol);
  if (mappers.length === 0) return <EmptyState title="No mappers" text={empty} />;
  return (
    <Table.ScrollContainer type="native" minWidth={480}>
      <Table verticalSpacing={4} layout="fixed" aria-label="Mappers">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Type</Table.Th>
            {writes === undefined ? undefined : <Table.Th>{writes.column}</Table.Th>}
            <Table.Th w={88}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {mappers.map((mapper) => (
            <MapperRow key={mapper.id} owner={owner} protocol={protocol} mapper={mapper} onOpen={onOpen} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A new mapper opens immediately for editing. */
export function MapperList({ owner, protocol }: Props): ReactNode {
  const mappers = useMappers(owner);
  const pending = usePendingDeletions();
  const [adding, dialog] = useDisclosure(false);
  const [openId, setOpenId] = useState<string | undefined>(undefined);
  const open = mappers.data?.find((mapper) => mapper.id === openId);
  return (
    <Section
      title="Mappers"
      summary={wordsFor(protocol).summary}
      aside={
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          Add mapper
        </Button>
      }
    >
      <QueryView query={mappers}>
        {(rows) => (
          <MapperTable
            owner={owner}
            protocol={protocol}
            mappers={rows.filter((mapper) => !pending.has(mapperPath(owner, mapper)))}
            onOpen={setOpenId}
          />
        )}
      </QueryView>
      {adding ? (
        <NewMapperDialog
          owner={owner}
          protocol={protocol}
          onClose={dialog.close}
          onCreated={(id) => {
            dialog.close();
            setOpenId(id);
          }}
        />
      ) : undefined}
      {open === undefined ? undefined : (
        <MapperDrawer key={open.id} owner={owner} mapper={open} onClose={() => setOpenId(undefined)} />
      )}
    </Section>
  );
}
