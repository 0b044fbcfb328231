// The roles of a user, of a group or of a composite role: assigned and inherited ones with where each comes from.
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { EffectiveRoleWire } from '#protocol/contract/roles.ts';
import { type RoleSubject, useChangeRoles, useEffectiveRoles } from '../api/roles.ts';
import { text } from '../texts/text.ts';
import { announceOutcome } from '../ui/announce.tsx';
import { BulkBar } from '../ui/bulk-bar.tsx';
import { type Column, DataTable, SECTION_TABLE_HEIGHT } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { rememberFocusInList } from '../ui/keep-focus.ts';
import { QueryView } from '../ui/query-view.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Section } from '../ui/section.tsx';
import { type Selection, useSelection } from '../ui/selection.ts';
import { useAddress } from '../ui/use-address.ts';
import { AssignRolesDialog } from './assign-roles-dialog.tsx';
import { roleText } from './describe-role-path.ts';
import { describeRole } from './role-description.ts';
import { RoleLabel } from './role-label.tsx';
import { RoleOrigins } from './role-origins.tsx';

interface Props {
  readonly subject: RoleSubject;
  /** Name of the subject in messages: `alice`, `/staff`. */
  readonly name: string;
  /** Heading of the section: `Roles`, `Associated roles`. */
  readonly title: string;
  readonly summary: string;
  /** Explains the section while the subject has no roles. */
  readonly empty: string;
}

/** `roles`: the search; `inherited`: `shown` or `hidden`. */
const ADDRESS = { roles: '', inherited: 'shown' };

const keyOf = (role: EffectiveRoleWire): string => role.id;
const isDirect = (role: EffectiveRoleWire): boolean => role.direct;

type Unassign = (roles: readonly EffectiveRoleWire[]) => void;

function useUnassign({ subject, name }: Pick<Props, 'subject' | 'name'>): {
  readonly unassign: Unassign;
  readonly isPending: boolean;
} {
  const { mutateAsync, isPending } = useChangeRoles(subject);
  const unassign = useMemo(
    () => (roles: readonly EffectiveRoleWire[]) => {
      const [only] = roles;
      const count = roles.length;
      const role = count === 1 && only !== undefined ? roleText(only) : undefined;
      const restoreFocus = rememberFocusInList();
      void announceOutcome(mutateAsync({ action: 'unassign', roles }), {
        done: () =>
          role === undefined
            ? text('roleLists:unassign.doneMany', { count, name })
            : text('roleLists:unassign.done', { role, name }),
        failed:
          role === undefined
            ? text('roleLists:unassign.failedMany', { count })
            : text('roleLists:unassign.failed', { role }),
      }).then(() => setTimeout(restoreFocus));
    },
    [mutateAsync, name],
  );
  return { unassign, isPending };
}

function columnsOf(unassign: Unassign): readonly Column<EffectiveRoleWire>[] {
  return [
    {
      key: 'name',
      title: text('roleLists:column.role'),
      width: '30%',
      render: (role) => <RoleLabel role={role} />,
    },
    {
      key: 'origin',
      title: text('roleLists:column.origin'),
      render: (role) => <RoleOrigins name={roleText(role)} paths={role.paths} />,
    },
    {
      key: 'description',
      title: text('roleLists:column.description'),
      width: '20%',
      render: ({ description }) => (
        <Text span fz="sm" c="dimmed" title={describeRole(description)}>
          {describeRole(description)}
        </Text>
      ),
    },
    {
      key: 'unassign',
      title: text('roleLists:column.action'),
      width: '104px',
      render: (role) =>
        role.direct ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={text('roleLists:unassign.label', { role: roleText(role) })}
            onClick={() => unassign([role])}
          >
            {text('roleLists:unassign.action')}
          </Button>
        ) : undefined,
    },
  ];
}

interface ListProps extends Pick<Props, 'empty'> {
  readonly hidesInherited: boolean;
  readonly roles: readonly EffectiveRoleWire[];
  readonly columns: readonly Column<EffectiveRoleWire>[];
  readonly selection: Selection<EffectiveRoleWire>;
}

function List({ roles, columns, selection, empty, hidesInherited }: ListProps): ReactNode {
  const [{ roles: search }] = useAddress(ADDRESS);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = roles.filter(({ name, clientId = '', description = '', direct }) => {
    const searched = `${name} ${clientId} ${describeRole(description)}`.toLowerCase();
    return (direct || !hidesInherited) && words.every((word) => searched.includes(word));
  });
  if (roles.length === 0) return <EmptyState title={text('roleLists:none.title')} text={empty} />;
  if (shown.length === 0)
    return (
      <EmptyState
        title={text('roleLists:noMatch.title')}
        text={hidesInherited ? text('roleLists:noMatch.hidden') : text('roleLists:noMatch.shown')}
      />
    );
  return (
    <DataTable
      label={text('roleLists:assigned.label')}
      columns={columns}
      rows={shown}
      keyOf={keyOf}
      nameOf={roleText}
      selection={selection}
      isSelectable={isDirect}
      maxHeight={SECTION_TABLE_HEIGHT}
    />
  );
}

/** The URL follows with a delay, so what is checked is kept here. */
function useHidesInherited(): readonly [boolean, (hides: boolean) => void] {
  const [{ inherited }, change] = useAddress(ADDRESS);
  const [hides, setHides] = useState(inherited === 'hidden');
  useEffect(() => setHides(inherited === 'hidden'), [inherited]);
  return [
    hides,
    (next) => {
      setHides(next);
      change({ inherited: next ? 'hidden' : 'shown' });
    },
  ];
}

/** Changes take effect immediately. */
export function RoleAssignments({ subject, name, title, summary, empty }: Props): ReactNode {
  const query = useEffectiveRoles(subject);
  const [{ roles: search }, change] = useAddress(ADDRESS);
  const [hidesInherited, hideInherited] = useHidesInherited();
  const [assigning, dialog] = useDisclosure(false);
  const selection = useSelection(keyOf);
  const { unassign, isPending } = useUnassign({ subject, name });
  const columns = useMemo(() => columnsOf(unassign), [unassign]);
  const roles = query.data ?? [];
  const assigned = useMemo(
    () => new Set((query.data ?? []).filter(isDirect).map(({ id }) => id)),
    [query.data],
  );
  const selected = roles.filter((role) => role.direct && selection.rows.has(role.id));
  return (
    <Section
      title={title}
      summary={summary}
      aside={
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          {text('roleLists:assign.open')}
        </Button>
      }
    >
      <Stack gap="md">
        <Group gap="sm">
          <SearchField
            label={text('roleLists:assigned.search')}
            placeholder={text('roleLists:search.withClient')}
            w={280}
            maw="100%"
            value={search}
            onChange={(roles) => change({ roles })}
          />
          <Checkbox
            label={text('roleLists:assigned.hideInherited')}
            checked={hidesInherited}
            onChange={({ currentTarget: { checked } }) => hideInherited(checked)}
          />
        </Group>
        <BulkBar count={selected.length} onClear={selection.clear} rows="components:count.roles">
          <Button
            size="compact-sm"
            variant="default"
            disabled={isPending}
            onClick={() => {
              unassign(selected);
              selection.clear();
            }}
          >
            {text('roleLists:unassign.action')}
          </Button>
        </BulkBar>
        <QueryView query={query} lines={6}>
          {(rows) => (
            <List
              roles={rows}
              columns={columns}
              selection={selection}
              empty={empty}
              hidesInherited={hidesInherited}
            />
          )}
        </QueryView>
      </Stack>
      {assigning ? (
        <AssignRolesDialog subject={subject} name={name} assigned={assigned} onClose={dialog.close} />
      ) : undefined}
    </Section>
  );
}
