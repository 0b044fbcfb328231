// Members of a group: search, add, remove one or several. Changes take effect immediately.
import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { GroupMembersWire, GroupMemberWire } from '#protocol/contract/group-members.ts';
import {
  MEMBERS_PER_PAGE,
  type StoredGroup,
  useChangeMembership,
  useGroupMembers,
} from '../../api/groups.ts';
import { text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { type Column, DataTable, SECTION_TABLE_HEIGHT } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { keepFocusInList } from '../../ui/keep-focus.ts';
import { Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { type Selection, useSelection } from '../../ui/selection.ts';
import { readPage, useAddress } from '../../ui/use-address.ts';
import { AddMembersDialog } from './add-members-dialog.tsx';

/** `subgroups`: `include` or `exclude`. */
const ADDRESS = { members: '', subgroups: 'exclude', page: '1' };

const keyOf = (member: GroupMemberWire): string => member.id;
const nameOf = (member: GroupMemberWire): string => member.username;

type Remove = (members: readonly GroupMemberWire[]) => void;

/** Removes direct members. */
function useRemoveMembers(group: StoredGroup): { readonly remove: Remove; readonly isPending: boolean } {
  const { mutateAsync, isPending } = useChangeMembership();
  const { id, path } = group;
  const remove = useCallback<Remove>(
    (members) => {
      const [only] = members;
      const single = members.length === 1 ? only?.username : undefined;
      const count = members.length;
      keepFocusInList();
      void announceOutcome(mutateAsync({ action: 'leave', userIds: members.map(keyOf), groupIds: [id] }), {
        done: () =>
          single === undefined
            ? text('groups:members.removed', { count, group: path })
            : text('groups:members.removedOne', { user: single, group: path }),
        failed: text('groups:members.notRemoved', {
          group: path,
          who: single ?? text('components:count.users', { count }),
        }),
      });
    },
    [mutateAsync, id, path],
  );
  return { remove, isPending };
}

/** Without groups below it, all are members of this group. */
function columnsOf(
  group: StoredGroup,
  remove: Remove,
  hasSubgroups: boolean,
): readonly Column<GroupMemberWire>[] {
  const columns: readonly Column<GroupMemberWire>[] = [
    {
      key: 'username',
      title: text('groups:members.username'),
      width: '26%',
      render: (member) => (
        <Anchor component={Link} to={`/users/${member.id}`} ff="monospace" fz="sm" underline="hover">
          {member.username}
        </Anchor>
      ),
    },
    {
      key: 'name',
      title: text('groups:members.name'),
      render: (member) => (
        <>
          {[member.firstName, member.lastName].filter(Boolean).join(' ')}
          {member.enabled ? undefined : (
            <Text span c="dimmed" fz="sm">
              {` ${text('groups:members.disabled')}`}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'paths',
      title: text('groups:members.memberOf'),
      render: (member) => (
        <Text span fz="sm" c="dimmed" title={member.paths.join(', ')}>
          {member.paths
            .map((path) =>
              path === group.path ? text('groups:members.thisGroup') : path.slice(group.path.length),
            )
            .join(', ')}
        </Text>
      ),
    },
    {
      key: 'remove',
      title: text('groups:members.action'),
      width: '96px',
      render: (member) =>
        member.paths.includes(group.path) ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={text('groups:members.removeLabel', { user: member.username })}
            onClick={() => remove([member])}
          >
            {text('groups:members.remove')}
          </Button>
        ) : undefined,
    },
  ];
  return hasSubgroups ? columns : columns.filter(({ key }) => key !== 'paths');
}

interface ListProps {
  /** Of the group. */
  readonly name: string;
  readonly answer: GroupMembersWire;
  readonly isSearched: boolean;
  readonly columns: readonly Column<GroupMemberWire>[];
  readonly selection: Selection<GroupMemberWire>;
  readonly isSelectable: (member: GroupMemberWire) => boolean;
}

function List({ name, answer, isSearched, columns, selection, isSelectable }: ListProps): ReactNode {
  if (answer.total === 0)
    return isSearched ? (
      <EmptyState title={text('groups:members.noMatch')} text={text('groups:members.noMatchText')} />
    ) : (
      <EmptyState title={text('groups:members.none')} text={text('groups:members.noneText')} />
    );
  return (
    <DataTable
      label={text('groups:members.label', { group: name })}
      columns={columns}
      rows={answer.members}
      keyOf={keyOf}
      nameOf={nameOf}
      selection={selection}
      isSelectable={isSelectable}
      maxHeight={SECTION_TABLE_HEIGHT}
      minWidth={440}
    />
  );
}

function Filters(): ReactNode {
  const [{ members, subgroups }, change] = useAddress(ADDRESS);
  // The URL follows with a delay, so what is checked is kept here.
  const [includes, setIncludes] = useState(subgroups === 'include');
  useEffect(() => setIncludes(subgroups === 'include'), [subgroups]);
  return (
    <Group gap="sm">
      <SearchField
        label={text('groups:members.search')}
        placeholder={text('groups:members.searchPlaceholder')}
        w={280}
        maw="100%"
        value={members}
        onChange={(words) => change({ members: words, page: '1' })}
      />
      <Checkbox
        label={text('groups:members.subgroups')}
        checked={includes}
        onChange={({ currentTarget: { checked } }) => {
          setIncludes(checked);
          change({ subgroups: checked ? 'include' : 'exclude', page: '1' });
        }}
      />
    </Group>
  );
}

export function GroupMembers({ group }: { readonly group: StoredGroup }): ReactNode {
  const [address, change] = useAddress(ADDRESS);
  const [words] = useDebouncedValue(address.members, 200);
  const page = readPage(address.page);
  const subgroups = address.subgroups === 'include';
  const query = useGroupMembers(group.id, { text: words, subgroups, page });
  const selection = useSelection(keyOf);
  const { remove, isPending } = useRemoveMembers(group);
  const columns = useMemo(() => columnsOf(group, remove, subgroups), [group, remove, subgroups]);
  const isSelectable = useCallback(
    (member: GroupMemberWire): boolean => member.paths.includes(group.path),
    [group.path],
  );
  const [adding, dialog] = useDisclosure(false);
  return (
    <Section
      title={text('groups:members.title')}
      aside={
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          {text('groups:members.add')}
        </Button>
      }
    >
      <Stack gap="md">
        <Filters />
        <BulkBar count={selection.rows.size} onClear={selection.clear} rows="components:count.members">
          <Button
            size="compact-sm"
            variant="default"
            disabled={isPending}
            onClick={() => {
              remove([...selection.rows.values()]);
              selection.clear();
            }}
          >
            {text('groups:members.removeFromGroup')}
          </Button>
        </BulkBar>
        <QueryView query={query} lines={6}>
          {(answer) => (
            <>
              <List
                name={group.name}
                answer={answer}
                isSearched={words.trim() !== ''}
                columns={columns}
                selection={selection}
                isSelectable={isSelectable}
              />
              <Pages
                total={answer.total}
                perPage={MEMBERS_PER_PAGE}
                page={page}
                onPage={(next) => change({ page: String(next) })}
                rows="components:count.members"
              />
            </>
          )}
        </QueryView>
      </Stack>
      {adding ? <AddMembersDialog group={group} onClose={dialog.close} /> : undefined}
    </Section>
  );
}
