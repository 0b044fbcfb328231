// The dialog that adds members to a group: searches the realm's users page by page at the server.
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { type StoredGroup, useChangeMembership } from '../../api/groups.ts';
import { type StoredUser, USERS_PER_PAGE, useUserCount, useUsers } from '../../api/users.ts';
import { perLanguage, text } from '../../texts/text.ts';
import { announceDone } from '../../ui/announce.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { type Selection, useSelection } from '../../ui/selection.ts';

interface Props {
  readonly group: StoredGroup;
  readonly onClose: () => void;
}

const keyOf = (user: StoredUser): string => user.id;
const nameOf = (user: StoredUser): string => user.username;

const columns: () => readonly Column<StoredUser>[] = perLanguage(() => [
  { key: 'username', title: text('groups:members.username'), render: nameOf },
  {
    key: 'name',
    title: text('groups:members.name'),
    render: (user) => [user.firstName, user.lastName].filter(Boolean).join(' '),
  },
  { key: 'email', title: text('groups:members.email'), render: (user) => user.email ?? '' },
]);

function UserList({ selection }: { readonly selection: Selection<StoredUser> }): ReactNode {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const [page, setPage] = useState(1);
  const users = useUsers(search, page);
  const count = useUserCount(search);
  return (
    <>
      <SearchField
        label={text('groups:add.search')}
        placeholder={text('groups:members.searchPlaceholder')}
        autoFocus
        value={typed}
        onChange={(words) => {
          setTyped(words);
          setPage(1);
        }}
      />
      <QueryView query={users} lines={6}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={text('groups:add.noMatch')} text={text('groups:add.noMatchText')} />
          ) : (
            <DataTable
              label={text('groups:add.label')}
              columns={columns()}
              rows={rows}
              keyOf={keyOf}
              nameOf={nameOf}
              selection={selection}
              maxHeight="min(400px, 45vh)"
            />
          )
        }
      </QueryView>
      <Pages
        total={count}
        perPage={USERS_PER_PAGE}
        page={page}
        onPage={setPage}
        rows="components:count.users"
      />
    </>
  );
}

/** Selected users stay selected while search and page change. Those who are members already stay members. */
export function AddMembersDialog({ group, onClose }: Props): ReactNode {
  const selection = useSelection(keyOf);
  const change = useChangeMembership();
  const userIds = [...selection.rows.keys()];
  const done = (count: number): string => text('groups:add.done', { count, group: group.path });
  return (
    <Dialog title={text('groups:add.title', { group: group.name })} size="lg" onClose={onClose}>
      <DialogForm
        action={
          userIds.length === 0
            ? text('groups:add.none')
            : text('groups:add.action', { count: userIds.length })
        }
        blocked={userIds.length === 0}
        onSubmit={() => () => change.mutateAsync({ action: 'join', userIds, groupIds: [group.id] })}
        outcome={{
          done,
          failed: text('groups:add.failed', { group: group.path }),
          onDone: (count) => {
            announceDone(done(count));
            onClose();
          },
        }}
        onClose={onClose}
      >
        <UserList selection={selection} />
      </DialogForm>
    </Dialog>
  );
}
