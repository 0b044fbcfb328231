// A list of roles: of the realm, of one client or of all clients. The server searches and pages it.
import { Badge, Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useMemo } from 'react';
import type { RoleWire } from '#protocol/contract/roles.ts';
import { useRealm } from '../api/api-context.tsx';
import { ROLES_PER_PAGE, type RoleSearch, roleByIdPath, rolesKey, useRoles } from '../api/roles.ts';
import { text } from '../texts/text.ts';
import { BulkBar } from '../ui/bulk-bar.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pages } from '../ui/pages.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { type Selection, useSelection } from '../ui/selection.ts';
import { readPage } from '../ui/use-address.ts';
import { roleText } from './describe-role-path.ts';
import { describeRole } from './role-description.ts';
import { RoleLabel } from './role-label.tsx';
import { usePendingDeletions, useUndoableDelete } from './undoable-delete.tsx';

/** The part of the URL that the list keeps. */
interface RoleListAddress {
  readonly search: string;
  readonly page: string;
}

interface Props extends Pick<RoleSearch, 'kind' | 'client'> {
  readonly address: RoleListAddress;
  readonly onChange: (part: Partial<RoleListAddress>) => void;
  /** Explains what belongs here while there are no roles. */
  readonly empty: string;
  /** CSS length; by default what fits below the heading of a screen. */
  readonly maxHeight?: string;
  /** Shown beside the search. */
  readonly filters?: ReactNode;
}

const keyOf = (role: RoleWire): string => role.id;
/** Built-in roles are deleted on their own screens, which warn. */
const isSelectable = (role: RoleWire): boolean => role.isBuiltIn !== true && role.isDefault !== true;

function defaultText({ isDefault, isInDefault }: RoleWire): string {
  if (isDefault === true) return text('roleLists:mark.defaultRole');
  return isInDefault === true ? text('roleLists:mark.default') : '';
}

function columnsOf(client: string | undefined): readonly Column<RoleWire>[] {
  return [
    {
      key: 'name',
      title: text('roleLists:column.name'),
      width: '36%',
      render: (role) => <RoleLabel role={role} hasOwner={client === undefined} />,
    },
    {
      key: 'marks',
      title: text('roleLists:column.type'),
      width: '256px',
      render: (role) => (
        <Group gap={4} wrap="nowrap">
          {[role.composite ? text('roleLists:mark.composite') : '', defaultText(role)]
            .filter(Boolean)
            .map((mark) => (
              <Badge key={mark} variant="default" size="sm" radius="sm" tt="none" fw={500}>
                {mark}
              </Badge>
            ))}
        </Group>
      ),
    },
    {
      key: 'description',
      title: text('roleLists:column.description'),
      render: ({ description }) => (
        <Text span fz="sm" title={describeRole(description)}>
          {describeRole(description)}
        </Text>
      ),
    },
  ];
}

function DeleteSelected({ selection }: { readonly selection: Selection<RoleWire> }): ReactNode {
  const [realm] = useRealm();
  const remove = useUndoableDelete();
  return (
    <BulkBar count={selection.rows.size} onClear={selection.clear} rows="components:count.roles">
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          for (const role of selection.rows.values())
            remove({
              path: roleByIdPath(realm, role.id),
              what: text('roleLists:name', { role: roleText(role) }),
              queryKey: rolesKey(realm),
            });
          selection.clear();
        }}
      >
        {text('components:delete.action')}
      </Button>
    </BulkBar>
  );
}

/** The link in a row opens the role. */
export function RoleList({ kind, client, address, onChange, empty, maxHeight, filters }: Props): ReactNode {
  const [realm] = useRealm();
  const [search] = useDebouncedValue(address.search, 200);
  const page = readPage(address.page);
  const roles = useRoles({
    text: search,
    page,
    ...(kind === undefined ? {} : { kind }),
    ...(client === undefined ? {} : { client }),
  });
  const pending = usePendingDeletions();
  const selection = useSelection(keyOf);
  const columns = useMemo(() => columnsOf(client), [client]);
  return (
    <>
      <Group gap="sm">
        {filters}
        <SearchField
          label={text('roleLists:search.label')}
          placeholder={text('roleLists:search.placeholder')}
          w={280}
          maw="100%"
          value={address.search}
          onChange={(typed) => onChange({ search: typed, page: '1' })}
        />
      </Group>
      <DeleteSelected selection={selection} />
      <QueryView query={roles} lines={8}>
        {({ roles: rows }) =>
          rows.length === 0 ? (
            search.trim() === '' ? (
              <EmptyState title={text('roleLists:none.title')} text={empty} />
            ) : (
              <EmptyState title={text('roleLists:noMatch.title')} text={text('roleLists:noMatch.list')} />
            )
          ) : (
            <DataTable
              label={client === undefined ? text('roleLists:label') : text('roleLists:labelOf', { client })}
              columns={columns}
              rows={rows.filter(({ id }) => !pending.has(roleByIdPath(realm, id)))}
              keyOf={keyOf}
              nameOf={roleText}
              selection={selection}
              isSelectable={isSelectable}
              {...(maxHeight === undefined ? {} : { maxHeight })}
            />
          )
        }
      </QueryView>
      <Pages
        total={roles.data?.total ?? 0}
        perPage={ROLES_PER_PAGE}
        page={page}
        onPage={(next) => onChange({ page: String(next) })}
        rows="components:count.roles"
      />
    </>
  );
}
