// The protocol mappers of a client or client scope: the list, adding, editing, and deleting with undo.
import { Anchor, Button, Table, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { mappersKey, mappersPath, type StoredMapper, useMappers } from '../api/mappers.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';
import { useAddress } from '../ui/use-address.ts';
import { BeingDeleted } from './being-deleted.tsx';
import { MapperDrawer } from './mapper-drawer.tsx';
import type { EvaluatedOwner } from './mapper-preview.tsx';
import { findMapperType } from './mapper-types.ts';
import { NewMapperDialog } from './new-mapper-dialog.tsx';
import { useUndoableDelete } from './undoable-delete.tsx';
import { usePendingList } from './use-pending-list.ts';

interface Props {
  /** Path of the client or client scope in the admin API. */
  readonly owner: string;
  /** Its protocol: `openid-connect` or `saml`. */
  readonly protocol: string;
  /** Shows what unsaved changes would do in tokens and assertions; absent if there are none of both. */
  readonly evaluated?: EvaluatedOwner;
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

function mapperPath(owner: string, mapper: Pick<StoredMapper, 'id'>): string {
  return `${mappersPath(owner)}/${encodeURIComponent(mapper.id)}`;
}

interface RowProps extends Omit<Props, 'evaluated'> {
  readonly mapper: StoredMapper;
  readonly onOpen: (id: string) => void;
}

function MapperRow({ owner, protocol, mapper, onOpen }: RowProps): ReactNode {
  const remove = useUndoableDelete();
  const { writes } = wordsFor(protocol);
  return (
    <Table.Tr data-entry={mapper.id}>
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
}: Omit<RowProps, 'mapper'> & { readonly mappers: readonly StoredMapper[] }): ReactNode {
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

/** The ID of the open mapper is in the address. */
const NONE_OPEN = { mapper: '' } as const;

/** A new mapper opens immediately for editing. */
export function MapperList({ owner, protocol, evaluated }: Props): ReactNode {
  const mappers = useMappers(owner);
  const deletions = usePendingList();
  const [adding, dialog] = useDisclosure(false);
  const [{ mapper: openId }, write] = useAddress(NONE_OPEN);
  const setOpenId = (id: string): void => write({ mapper: id });
  const open = mappers.data?.find((mapper) => mapper.id === openId);
  const openDeletion = deletions.find(({ deletion }) =>
    deletion.paths.includes(mapperPath(owner, { id: openId })),
  );
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
      {openDeletion === undefined ? undefined : (
        <BeingDeleted entry={openDeletion} title={openDeletion.deletion.doing} />
      )}
      <QueryView query={mappers}>
        {(rows) => <MapperTable owner={owner} protocol={protocol} mappers={rows} onOpen={setOpenId} />}
      </QueryView>
      {/* Until the panel of the new mapper replaces it, so that the panel knows the opener. */}
      {adding && open === undefined ? (
        <NewMapperDialog owner={owner} protocol={protocol} onClose={dialog.close} onCreated={setOpenId} />
      ) : undefined}
      {open === undefined ? undefined : (
        <MapperDrawer
          key={open.id}
          owner={owner}
          mapper={open}
          evaluated={evaluated}
          onClose={() => {
            dialog.close();
            setOpenId('');
          }}
        />
      )}
    </Section>
  );
}
