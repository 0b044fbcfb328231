// The frame around every screen: rail on the left, status line below, palette on top.
import { AppShell } from '@mantine/core';
import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useActivity, useActivityStream } from '../api/activity.ts';
import { useRealm } from '../api/api-context.tsx';
import { useDevice } from '../api/device.ts';
import { useFaultHits, useFaults } from '../api/faults.ts';
import { useUnreadMail } from '../api/mail.ts';
import { isScreenOf } from '../components/describe-deletion.ts';
import { RealmDialogs } from '../components/realms/realm-dialogs.tsx';
import { usePendingList } from '../components/use-pending-list.ts';
import { text } from '../texts/text.ts';
import { DeletedScreen } from './deleted-screen.tsx';
import { DropTarget } from './drop-target.tsx';
import { Messages } from './messages.tsx';
import { NoSuchRealm } from './no-such-realm.tsx';
import { OutOfService } from './out-of-service.tsx';
import { Palette } from './palette.tsx';
import { usePromptToasts } from './prompt-toast.tsx';
import { Rail } from './rail.tsx';
import { useRealmFromAddress } from './realm-from-address.ts';
import { ServerGoneBanner, useServerGone } from './server-gone.tsx';
import classes from './shell.module.css';
import { useShortcuts } from './shortcuts-dialog.tsx';
import { StatusLine } from './status-line.tsx';

/** Height of the status line in pixels. */
const STATUS_LINE_HEIGHT = 32;

/** The screen of the address, or why it is not shown. */
function Screen(): ReactNode {
  const { pathname } = useLocation();
  const entry = usePendingList().find(({ deletion }) =>
    deletion.paths.some((path) => isScreenOf({ path, pathname })),
  );
  return entry === undefined ? <Outlet /> : <DeletedScreen entry={entry} />;
}

/** Rail, screen and status line. */
export function Shell(): ReactNode {
  const live = useActivityStream();
  const refusals = useActivity().data?.refusals ?? 0;
  const device = useDevice().data;
  const faults = useFaults().data ?? [];
  useFaultHits();
  usePromptToasts();
  const unknownRealm = useRealmFromAddress();
  const goneSince = useServerGone();
  const shortcuts = useShortcuts();
  const [realm] = useRealm();
  const counts = {
    refusals,
    prompts: device?.pending.length ?? 0,
    mail: useUnreadMail(),
    faults: faults.filter(({ armed }) => armed).length,
    rules: device?.rules.length ?? 0,
  };
  return (
    <AppShell
      navbar={{ width: { base: 56, sm: 208 }, breakpoint: 0 }}
      footer={{ height: STATUS_LINE_HEIGHT }}
      transitionDuration={0}
    >
      <AppShell.Navbar
        p="xs"
        style={{ background: 'var(--us-rail-background)', overflowY: 'auto' }}
        aria-label={text('app:rail.screens')}
      >
        <Rail counts={counts} onShortcuts={shortcuts.open} />
      </AppShell.Navbar>
      <AppShell.Main className={classes['main'] ?? ''}>
        <OutOfService />
        {goneSince === undefined ? undefined : <ServerGoneBanner since={goneSince} />}
        <div className={classes['screen']} data-stale={goneSince !== undefined}>
          {unknownRealm === undefined ? <Screen key={realm} /> : <NoSuchRealm name={unknownRealm} />}
        </div>
      </AppShell.Main>
      <AppShell.Footer style={{ background: 'var(--us-rail-background)' }}>
        <StatusLine live={live} gone={goneSince !== undefined} />
      </AppShell.Footer>
      <Palette onShortcuts={shortcuts.open} />
      <Messages />
      {shortcuts.dialog}
      <RealmDialogs />
      <DropTarget />
    </AppShell>
  );
}
