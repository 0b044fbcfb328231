// The dialog that assigns a role to users or groups: searches those without it, and assigns it to the selected ones.

import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import type { RoleWire } from '#protocol/contract/roles.ts';
import {
  HOLDERS_PER_PAGE,
  type HolderKind,
  type RoleHolder,
  useChangeHolders,
  useRoleHolders,
} from '../../api/role-holders.ts';
import { roleText } from '../../components/describe-role-path.ts';
import { RoleOrigins } from '../../components/role-origins.tsx';
import { text } from '../../texts/text.ts';
import { announceDone } from '../../ui/announce.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectedPills } from '../../ui/selected-pills.tsx';
import { type Selection, useSelection } from '../../ui/selection.ts';
import { describeHolder } from './describe-holder.ts';
import { HOLDER_WORDS } from './holder-words.ts';

interface Props {
  readonly role: RoleWire;
  readonly kind: HolderKind;
  readonly onClose: () => void;
}

const keyOf = (holder: RoleHolder): string => holder.id;
const nameOf = (holder: RoleHolder): string => holder.name;

function columnsOf(kind: HolderKind): readonly Column<RoleHolder>[] {
  const about: Column<RoleHolder> = {
    key: 'about',
    title: text('roles:holders.about'),
    render: (holder) => <span title={describeHolder(holder)}>{describeHolder(holder)}</span>,
  };
  return [
    {
      key: 'name',
      title: text(HOLDER_WORDS[kind].nameTitle),
      width: kind === 'user' ? '34%' : '60%',
      render: (holder) => (
        <span title={holder.name} style={{ fontFamily: 'var(--mantine-font-family-monospace)' }}>
          {holder.name}
        </span>
      ),
    },
    ...(kind === 'user' ? [about] : []),
    {
      key: 'origin',
      title: text('roles:holders.through'),
      width: '30%',
      render: (holder) => <RoleOrigins name={holder.name} paths={holder.paths} />,
    },
  ];
}

function HolderList({
  role,
  kind,
  selection,
}: Omit<Props, 'onClose'> & { readonly selection: Selection<RoleHolder> }): ReactNode {
  const words = HOLDER_WORDS[kind];
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const [page, setPage] = useState(1);
  const query = useRoleHolders(role.id, kind, { filter: 'unassigned', text: search, page });
  const columns = useMemo(() => columnsOf(kind), [kind]);
  return (
    <>
      <SearchField
        label={text(words.searchWithout)}
        placeholder={text(words.placeholder)}
        autoFocus
        value={typed}
        onChange={(next) => {
          setTyped(next);
          setPage(1);
        }}
      />
      <QueryView query={query} lines={6}>
        {({ total, holders }) => (
          <>
            {holders.length === 0 ? (
              <EmptyState title={text(words.noMatch)} text={text(words.noMatchText)} />
            ) : (
              <DataTable
                label={text(words.listed)}
                columns={columns}
                rows={holders}
                keyOf={keyOf}
                nameOf={nameOf}
                selection={selection}
                maxHeight="min(400px, 45vh)"
              />
            )}
            <Pages total={total} perPage={HOLDERS_PER_PAGE} page={page} onPage={setPage} rows={words.rows} />
          </>
        )}
      </QueryView>
    </>
  );
}

/** Selected users stay selected while the search and the page change. */
export function AssignHoldersDialog({ role, kind, onClose }: Props): ReactNode {
  const words = HOLDER_WORDS[kind];
  const selection = useSelection(keyOf);
  const change = useChangeHolders(role, kind);
  const selected = [...selection.rows.values()];
  const done = (count: number): string => text(words.assigned, { role: roleText(role), count });
  return (
    <Dialog title={text(words.assignTitle, { role: roleText(role) })} size="xl" onClose={onClose}>
      <DialogForm
        action={
          selected.length === 0
            ? text('roles:holders.assignNone')
            : text(words.assignAction, { count: selected.length })
        }
        blocked={selected.length === 0}
        onSubmit={() => () => change.mutateAsync({ action: 'assign', holders: selected })}
        outcome={{
          done,
          failed: text(words.notAssigned, { role: roleText(role) }),
          onDone: (count) => {
            announceDone(done(count));
            onClose();
          },
        }}
        onClose={onClose}
      >
        <HolderList role={role} kind={kind} selection={selection} />
        <SelectedPills selection={selection} nameOf={nameOf} />
      </DialogForm>
    </Dialog>
  );
}
