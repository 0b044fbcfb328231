// The protocol mappers of a client or client scope: the list, adding, editing, and deleting with undo.
import { Anchor, Button, Table, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { mappersKey, mappersPath, type StoredMapper, useMappers } from '../api/mappers.ts';
import { type PlainKey, text } from '../texts/text.ts';
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
  readonly writes?: { readonly column: PlainKey; readonly member: string };
  readonly summary: PlainKey;
  readonly empty: PlainKey;
}

const TOKENS: Words = {
  writes: { column: 'mappers:column.claim', member: 'claim.name' },
  summary: 'mappers:summary.tokens',
  empty: 'mappers:empty.tokens',
};

const ASSERTIONS: Words = {
  writes: { column: 'mappers:column.attribute', member: 'attribute.name' },
  summary: 'mappers:summary.assertions',
  empty: 'mappers:empty.assertions',
};

const REGISTRIES: Words = {
  summary: 'mappers:summary.registries',
  empty: 'mappers:empty.registries',
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
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Anchor component="button" type="button" fz="sm" ta="left" onClick={() => onOpen(mapper.id)}>
          {mapper.name}
        </Anchor>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {findMapperType(mapper.protocolMapper)?.label ?? mapper.protocolMapper}
      </Table.Td>
      {writes === undefined ? undefined : (
        <Table.Td ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
          {mapper.config?.[writes.member] ?? ''}
        </Table.Td>
      )}
      <Table.Td ta="right">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={text('mappers:delete.label', { name: mapper.name })}
          onClick={() =>
            remove({
              path: mapperPath(owner, mapper),
              what: text('mappers:name', { name: mapper.name }),
              queryKey: mappersKey(owner),
            })
          }
        >
          {text('mappers:delete.action')}
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
  if (mappers.length === 0) return <EmptyState title={text('mappers:empty.title')} text={text(empty)} />;
  return (
    <Table.ScrollContainer type="native" minWidth={480}>
      <Table verticalSpacing={4} layout="fixed" aria-label={text('mappers:title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('mappers:column.name')}</Table.Th>
            <Table.Th>{text('mappers:column.type')}</Table.Th>
            {writes === undefined ? undefined : <Table.Th>{text(writes.column)}</Table.Th>}
            <Table.Th w={104}>
              <VisuallyHidden>{text('mappers:column.actions')}</VisuallyHidden>
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
      title={text('mappers:title')}
      summary={text(wordsFor(protocol).summary)}
      aside={
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          {text('mappers:add.title')}
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
