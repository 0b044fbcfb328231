// The dialog that assigns roles: searches the realm's roles and those of all clients, and assigns the selected ones.
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import type { RoleWire } from '#protocol/contract/roles.ts';
import { ROLES_PER_PAGE, type RoleSubject, useChangeRoles, useRoles } from '../api/roles.ts';
import { perLanguage, text } from '../texts/text.ts';
import { announceDone } from '../ui/announce.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pages } from '../ui/pages.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SelectedPills } from '../ui/selected-pills.tsx';
import { type Selection, useSelection } from '../ui/selection.ts';
import { roleText } from './describe-role-path.ts';
import { describeRole } from './role-description.ts';
import { RoleLabel } from './role-label.tsx';

interface Props {
  readonly subject: RoleSubject;
  /** Name of the subject: `alice`, `/staff`. */
  readonly name: string;
  /** IDs of roles that are assigned already, which cannot be selected. */
  readonly assigned: ReadonlySet<string>;
  readonly onClose: () => void;
}

const kinds = perLanguage(() => [
  { value: 'all', label: text('roleLists:kind.all') },
  { value: 'realm', label: text('roleLists:kind.realm') },
  { value: 'client', label: text('roleLists:kind.client') },
]);

const keyOf = (role: RoleWire): string => role.id;

interface ListProps extends Pick<Props, 'assigned' | 'subject'> {
  readonly selection: Selection<RoleWire>;
}

function RoleList({ assigned, subject, selection }: ListProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const [kind, setKind] = useState('all');
  const [page, setPage] = useState(1);
  const roles = useRoles({ text: search, page, ...(kind === 'realm' || kind === 'client' ? { kind } : {}) });
  const isSelectable = useMemo(() => {
    const self = subject.kind === 'role' ? subject.id : undefined;
    return (role: RoleWire): boolean => !assigned.has(role.id) && role.id !== self;
  }, [assigned, subject.kind, subject.id]);
  const columns = useMemo(
    (): readonly Column<RoleWire>[] => [
      {
        key: 'name',
        title: text('roleLists:column.role'),
        render: (role) => <RoleLabel role={role} isLink={false} />,
      },
      {
        key: 'description',
        title: text('roleLists:column.description'),
        render: (role) => (
          <Text span fz="sm" c="dimmed">
            {assigned.has(role.id) ? text('roleLists:assign.already') : describeRole(role.description)}
          </Text>
        ),
      },
    ],
    [assigned],
  );
  return (
    <>
      <Group gap="sm">
        <SearchField
          label={text('roleLists:search.label')}
          placeholder={text('roleLists:search.withClient')}
          autoFocus
          flex="1 1 200px"
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setPage(1);
          }}
        />
        <SegmentedControl
          aria-label={text('roleLists:kind.label')}
          data={kinds()}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setPage(1);
          }}
        />
      </Group>
      <QueryView query={roles} lines={6}>
        {({ total, roles: rows }) => (
          <>
            {rows.length === 0 ? (
              <EmptyState title={text('roleLists:noMatch.title')} text={text('roleLists:noMatch.dialog')} />
            ) : (
              <DataTable
                label={text('roleLists:label')}
                columns={columns}
                rows={rows}
                keyOf={keyOf}
                nameOf={roleText}
                selection={selection}
                isSelectable={isSelectable}
                maxHeight="min(400px, 45vh)"
              />
            )}
            <Pages
              total={total}
              perPage={ROLES_PER_PAGE}
              page={page}
              onPage={setPage}
              rows="components:count.roles"
            />
          </>
        )}
      </QueryView>
    </>
  );
}

/** Selected roles stay selected while the search changes. */
export function AssignRolesDialog({ subject, name, assigned, onClose }: Props): ReactNode {
  const selection = useSelection(keyOf);
  const change = useChangeRoles(subject);
  const selected = [...selection.rows.values()];
  const done = (count: number): string => text('roleLists:assign.done', { count, name });
  return (
    <Dialog title={text('roleLists:assign.title', { name })} size="xl" onClose={onClose}>
      <DialogForm
        action={
          selected.length === 0
            ? text('roleLists:assign.action')
            : text('roleLists:assign.counted', { count: selected.length })
        }
        blocked={selected.length === 0}
        onSubmit={() => () => change.mutateAsync({ action: 'assign', roles: selected })}
        outcome={{
          done,
          failed: text('roleLists:assign.failed', { name }),
          onDone: (count) => {
            announceDone(done(count));
            onClose();
          },
        }}
        onClose={onClose}
      >
        <RoleList assigned={assigned} subject={subject} selection={selection} />
        <SelectedPills selection={selection} nameOf={roleText} />
      </DialogForm>
    </Dialog>
  );
}
