// The list of sessions, with actions.
import { ActionIcon, Anchor, Button, Group, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconListDetails } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { RealmSessionWire } from '#protocol/contract/admin-api.ts';
import { useRealm } from '../api/api-context.tsx';
import { sessionPath } from '../api/sessions.ts';
import { text } from '../texts/text.ts';
import { BulkBar } from '../ui/bulk-bar.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { describeInstant } from '../ui/duration.ts';
import { formatInstant } from '../ui/instant.ts';
import { useSelection } from '../ui/selection.ts';
import { FlowLink } from './flow-link.tsx';
import { SessionDetails } from './session-details.tsx';
import { type Deletion, useUndoableBulkDelete, useUndoableDelete } from './undoable-delete.tsx';

interface Props {
  readonly sessions: readonly RealmSessionWire[];
  /** The realm's time in milliseconds. */
  readonly now: number;
  /** Accessible name of the table. */
  readonly label: string;
  /** Hides the user column. */
  readonly withoutUser?: boolean;
}

function Ago({ at, now }: { readonly at: number; readonly now: number }): ReactNode {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatInstant(at)}>
      {describeInstant(at, now)}
    </time>
  );
}

function kindOf(session: RealmSessionWire): string {
  if (session.offline) return text('sessionList:type.offline');
  return text(session.rememberMe ? 'sessionList:type.remembered' : 'sessionList:type.browser');
}

const keyOf = (session: RealmSessionWire): string => session.id;
const nameOf = (session: RealmSessionWire): string => text('sessionList:name', { user: session.username });

function deletionOf(realm: string, session: RealmSessionWire): Deletion {
  return {
    path: sessionPath(realm, session),
    what: nameOf(session),
    queryKey: ['sessions', realm],
    act: 'end',
  };
}

function Actions({
  session,
  onDetails,
}: {
  readonly session: RealmSessionWire;
  readonly onDetails: (session: RealmSessionWire) => void;
}): ReactNode {
  const [realm] = useRealm();
  const end = useUndoableDelete();
  const what = nameOf(session);
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tooltip label={text('sessionList:details')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text('sessionList:detailsOf', { session: what })}
          onClick={() => onDetails(session)}
        >
          <IconListDetails size={16} />
        </ActionIcon>
      </Tooltip>
      <FlowLink flow={session.flow} what={what} />
      <Button
        size="compact-sm"
        variant="default"
        aria-label={text('sessionList:endLabel', { session: what })}
        onClick={() => end(deletionOf(realm, session))}
      >
        {text('sessionList:end')}
      </Button>
    </Group>
  );
}

/** The link in a row opens the user. */
export function SessionTable({ sessions, now, label, withoutUser = false }: Props): ReactNode {
  const [realm] = useRealm();
  const endAll = useUndoableBulkDelete();
  const selection = useSelection(keyOf);
  const [open, setOpen] = useState<RealmSessionWire | undefined>(undefined);
  // The details show the start as well; narrow windows need its space for user and clients.
  const wide = useMediaQuery('(min-width: 1000px)', true, { getInitialValueInEffect: false });
  const user: Column<RealmSessionWire> = {
    key: 'user',
    title: text('sessionList:column.user'),
    width: wide ? '20%' : '15%',
    render: (session) => (
      <Anchor component={Link} to={`/users/${session.userId}`} ff="monospace" fz="sm" underline="hover">
        {session.username}
      </Anchor>
    ),
  };
  const columns: readonly Column<RealmSessionWire>[] = [
    ...(withoutUser ? [] : [user]),
    { key: 'kind', title: text('sessionList:column.type'), width: '96px', render: kindOf },
    {
      key: 'clients',
      title: text('sessionList:column.clients'),
      render: ({ clients }) => Object.values(clients).join(', '),
    },
    {
      key: 'address',
      title: text('sessionList:column.address'),
      width: '104px',
      render: ({ ipAddress }) => ipAddress,
    },
    ...(wide
      ? [
          {
            key: 'start',
            title: text('sessionList:column.start'),
            width: '96px',
            render: ({ start }: RealmSessionWire) => <Ago at={start} now={now} />,
          },
        ]
      : []),
    {
      key: 'last',
      title: text('sessionList:column.last'),
      width: '104px',
      render: ({ lastAccess }) => <Ago at={lastAccess} now={now} />,
    },
    {
      key: 'actions',
      title: text('components:actions'),
      width: '164px',
      render: (session) => <Actions session={session} onDetails={setOpen} />,
    },
  ];
  return (
    <>
      <BulkBar count={selection.rows.size} onClear={selection.clear} rows="components:count.sessions">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            const rows = [...selection.rows.values()];
            const [only] = rows;
            endAll({
              names: new Map(rows.map((session) => [sessionPath(realm, session), nameOf(session)])),
              what:
                rows.length === 1 && only !== undefined
                  ? nameOf(only)
                  : text('components:count.sessions', { count: rows.length }),
              describeFailed: (count, sent) => text('sessionList:notEnded', { count, sent }),
              queryKey: ['sessions', realm],
              act: 'end',
            });
            selection.clear();
          }}
        >
          {text('sessionList:end')}
        </Button>
      </BulkBar>
      <DataTable
        label={label}
        columns={columns}
        rows={sessions}
        keyOf={keyOf}
        nameOf={nameOf}
        selection={selection}
      />
      {open === undefined ? undefined : (
        <SessionDetails session={open} now={now} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
