// The mappers of an identity provider: the list, adding, editing, and deleting with undo.
import { Anchor, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import {
  type ProviderMapper,
  type ProviderMapperType,
  providerMapperPath,
  providerMappersKey,
  type StoredProvider,
  useProviderMappers,
  useProviderMapperTypes,
} from '../../api/providers.ts';
import { useUndoableDelete } from '../../components/undoable-delete.tsx';
import { text } from '../../texts/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { mapperTypeText } from './mapper-fields.ts';
import { NewProviderMapper } from './new-provider-mapper.tsx';
import { ProviderMapperPanel } from './provider-mapper-panel.tsx';

/** A narrow list has the type below the name. */
function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}

interface ListProps {
  readonly alias: string;
  readonly types: readonly ProviderMapperType[];
  readonly onOpen: (id: string) => void;
}

const typeOf = (
  types: readonly ProviderMapperType[],
  { identityProviderMapper }: ProviderMapper,
): ProviderMapperType | undefined => types.find(({ id }) => id === identityProviderMapper);

function MapperRow({
  alias,
  types,
  onOpen,
  mapper,
}: ListProps & { readonly mapper: ProviderMapper }): ReactNode {
  const [realm] = useRealm();
  const remove = useUndoableDelete();
  const { id, name, identityProviderMapper } = mapper;
  const type = typeOf(types, mapper);
  const narrow = useIsNarrow();
  const typeName = type === undefined ? identityProviderMapper : mapperTypeText(type).label;
  return (
    <Table.Tr data-entry={id}>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Anchor component="button" type="button" fz="sm" ta="left" onClick={() => onOpen(id)}>
          {name}
        </Anchor>
        {narrow ? (
          <Text fz="xs" c="dimmed">
            {typeName}
          </Text>
        ) : undefined}
      </Table.Td>
      {narrow ? undefined : <Table.Td style={{ overflowWrap: 'anywhere' }}>{typeName}</Table.Td>}
      <Table.Td ta="right">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={text('mappers:delete.label', { name })}
          onClick={() =>
            remove({
              path: providerMapperPath(realm, alias, id),
              what: text('mappers:name', { name }),
              queryKey: providerMappersKey(realm, alias),
            })
          }
        >
          {text('mappers:delete.action')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

interface TableProps extends ListProps {
  readonly mappers: readonly ProviderMapper[];
  readonly isSaml: boolean;
}

function MapperTable(props: TableProps): ReactNode {
  const { mappers, isSaml, ...shared } = props;
  const narrow = useIsNarrow();
  if (mappers.length === 0)
    return (
      <EmptyState
        title={text('mappers:empty.title')}
        text={text(isSaml ? 'providers:mappers.emptySaml' : 'providers:mappers.empty')}
      />
    );
  return (
    <Table
      verticalSpacing={4}
      horizontalSpacing={narrow ? 0 : 'xs'}
      layout="fixed"
      aria-label={text('mappers:title')}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('mappers:column.name')}</Table.Th>
          {narrow ? undefined : <Table.Th>{text('mappers:column.type')}</Table.Th>}
          <Table.Th w={narrow ? 84 : 104}>
            <VisuallyHidden>{text('mappers:column.actions')}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {mappers.map((mapper) => (
          <MapperRow key={mapper.id} mapper={mapper} {...shared} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The ID of the open mapper is in the address. */
const NONE_OPEN = { mapper: '' } as const;

/** A new mapper opens immediately for editing. */
export function ProviderMappers({
  provider: { alias, providerId },
}: {
  readonly provider: Pick<StoredProvider, 'alias' | 'providerId'>;
}): ReactNode {
  const isSaml = providerId === 'saml';
  const mappers = useProviderMappers(alias);
  const types = useProviderMapperTypes(alias);
  const [adding, dialog] = useDisclosure(false);
  const [{ mapper: openId }, write] = useAddress(NONE_OPEN);
  const setOpenId = (id: string): void => write({ mapper: id });
  const known = types.data ?? [];
  const open = types.data === undefined ? undefined : mappers.data?.find(({ id }) => id === openId);
  return (
    <Section
      title={text('mappers:title')}
      summary={text('providers:mappers.summary')}
      aside={
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          {text('mappers:add.title')}
        </Button>
      }
    >
      <QueryView query={mappers}>
        {(rows) => (
          <MapperTable alias={alias} isSaml={isSaml} types={known} mappers={rows} onOpen={setOpenId} />
        )}
      </QueryView>
      {/* Until the panel of the new mapper replaces it, so that the panel knows the opener. */}
      {adding && open === undefined ? (
        <NewProviderMapper alias={alias} types={known} onClose={dialog.close} onCreated={setOpenId} />
      ) : undefined}
      {open === undefined ? undefined : (
        <ProviderMapperPanel
          key={open.id}
          mapper={open}
          type={typeOf(known, open)}
          onClose={() => {
            dialog.close();
            setOpenId('');
          }}
        />
      )}
    </Section>
  );
}
