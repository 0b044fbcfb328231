// Who has a role: its users or its groups, with how each has it. Changes take effect immediately.
import { Anchor, Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
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
import { perLanguage, text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { type Column, DataTable, SECTION_TABLE_HEIGHT } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { rememberFocusInList } from '../../ui/keep-focus.ts';
import { Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { useSelection } from '../../ui/selection.ts';
import { readPage, useAddress } from '../../ui/use-address.ts';
import { AssignHoldersDialog } from './assign-holders-dialog.tsx';
import { describeHolder } from './describe-holder.ts';
import { HOLDER_WORDS } from './holder-words.ts';

interface Props {
  readonly role: RoleWire;
  readonly kind: HolderKind;
}

/** `filter`: `effective` or `direct`. */
const ADDRESS = { search: '', page: '1', filter: 'effective' };

const filters = perLanguage(() => [
  { value: 'effective', label: text('roles:holders.all') },
  { value: 'direct', label: text('roles:holders.direct') },
]);

const keyOf = (holder: RoleHolder): string => holder.id;
const nameOf = (holder: RoleHolder): string => holder.name;
const isDirect = (holder: RoleHolder): boolean => holder.direct;

type Unassign = (holders: readonly RoleHolder[]) => void;

function useUnassign({ role, kind }: Props): { readonly unassign: Unassign; readonly isPending: boolean } {
  const { mutateAsync, isPending } = useChangeHolders(role, kind);
  const name = roleText(role);
  const unassign = useMemo(
    () => (holders: readonly RoleHolder[]) => {
      const words = HOLDER_WORDS[kind];
      const restoreFocus = rememberFocusInList();
      void announceOutcome(mutateAsync({ action: 'unassign', holders }), {
        done: (count) => {
          const [only] = holders;
          return count === 1 && only !== undefined
            ? text(words.unassignedOne, { role: name, name: only.name })
            : text(words.unassigned, { role: name, count });
        },
        failed: text(words.notUnassigned, { role: name }),
      }).then(() => setTimeout(restoreFocus));
    },
    [mutateAsync, name, kind],
  );
  return { unassign, isPending };
}

function columnsOf(kind: HolderKind, unassign: Unassign): readonly Column<RoleHolder>[] {
  const about: Column<RoleHolder> = {
    key: 'about',
    title: text('roles:holders.about'),
    width: '30%',
    render: (holder) => <span title={describeHolder(holder)}>{describeHolder(holder)}</span>,
  };
  return [
    {
      key: 'name',
      title: text(HOLDER_WORDS[kind].nameTitle),
      width: kind === 'user' ? '24%' : '40%',
      render: (holder) => (
        <Anchor
          component={Link}
          to={`/${kind}s/${encodeURIComponent(holder.id)}`}
          ff="monospace"
          fz="sm"
          underline="hover"
          title={holder.name}
        >
          {holder.name}
        </Anchor>
      ),
    },
    ...(kind === 'user' ? [about] : []),
    {
      key: 'origin',
      title: text('roles:holders.origin'),
      render: (holder) => <RoleOrigins name={holder.name} paths={holder.paths} />,
    },
    {
      key: 'unassign',
      title: text('roles:holders.action'),
      width: '104px',
      render: (holder) =>
        holder.direct ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={text('roles:holders.unassignLabel', { name: holder.name })}
            onClick={() => unassign([holder])}
          >
            {text('roles:holders.unassign')}
          </Button>
        ) : undefined,
    },
  ];
}

/** A list of users or of groups. */
export function RoleHolders({ role, kind }: Props): ReactNode {
  const words = HOLDER_WORDS[kind];
  const [address, change] = useAddress(ADDRESS);
  const [search] = useDebouncedValue(address.search, 200);
  const page = readPage(address.page);
  const filter = address.filter === 'direct' ? 'direct' : 'effective';
  const query = useRoleHolders(role.id, kind, { filter, text: search, page });
  const [assigning, dialog] = useDisclosure(false);
  const selection = useSelection(keyOf);
  const { unassign, isPending } = useUnassign({ role, kind });
  const columns = useMemo(() => columnsOf(kind, unassign), [kind, unassign]);
  return (
    <Section
      title={text(words.title)}
      summary={text(words.summary)}
      aside={
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          {text(words.assign)}
        </Button>
      }
    >
      <Stack gap="md">
        <Group gap="sm">
          <SearchField
            label={text(words.search)}
            placeholder={text(words.placeholder)}
            w={280}
            maw="100%"
            value={address.search}
            onChange={(typed) => change({ search: typed, page: '1' })}
          />
          <SegmentedControl
            aria-label={text('roles:holders.filter')}
            data={filters()}
            value={filter}
            onChange={(next) => change({ filter: next, page: '1' })}
          />
        </Group>
        <BulkBar count={selection.rows.size} onClear={selection.clear} rows={words.rows}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isPending}
            onClick={() => {
              unassign([...selection.rows.values()]);
              selection.clear();
            }}
          >
            {text('roles:holders.unassign')}
          </Button>
        </BulkBar>
        <QueryView query={query} lines={6}>
          {({ total, holders }) => (
            <Stack gap="sm">
              {holders.length === 0 ? (
                <EmptyState title={text(words.none)} text={text(words.noneText)} />
              ) : (
                <DataTable
                  label={text(words.listed)}
                  columns={columns}
                  rows={holders}
                  keyOf={keyOf}
                  nameOf={nameOf}
                  selection={selection}
                  isSelectable={isDirect}
                  maxHeight={SECTION_TABLE_HEIGHT}
                />
              )}
              <Pages
                total={total}
                perPage={HOLDERS_PER_PAGE}
                page={page}
                onPage={(next) => change({ page: String(next) })}
                rows={words.rows}
              />
            </Stack>
          )}
        </QueryView>
      </Stack>
      {assigning ? <AssignHoldersDialog role={role} kind={kind} onClose={dialog.close} /> : undefined}
    </Section>
  );
}
