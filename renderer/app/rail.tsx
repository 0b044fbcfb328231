// The rail: realm switcher, the palette's button, and a link per screen.
import { Badge, Kbd, NavLink, Stack, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { openPalette } from './palette.tsx';
import classes from './rail.module.css';
import { RealmSwitcher } from './realm-switcher.tsx';
import { SCREENS } from './routes.tsx';

/** What waits on screens that are not open. */
export interface RailCounts {
  readonly refusals: number;
}

function Count({ count, what }: { readonly count: number; readonly what: string }): ReactNode {
  return count === 0 ? undefined : (
    <Badge
      size="sm"
      variant="outline"
      radius="sm"
      tt="none"
      style={{ color: 'var(--us-refused)', borderColor: 'var(--us-refused)' }}
    >
      {count > 99 ? '99+' : count}
      <span className={classes['unseen']}> {what}</span>
    </Badge>
  );
}

/** Links to every screen. */
export function Rail({ counts }: { readonly counts: RailCounts }): ReactNode {
  const { pathname } = useLocation();
  return (
    <Stack gap="xs" h="100%">
      <RealmSwitcher />
      <UnstyledButton className={classes['search']} onClick={openPalette}>
        <IconSearch size={14} aria-hidden />
        <span className={classes['grow']}>Search</span>
        <Kbd size="xs">{navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'}</Kbd>
      </UnstyledButton>
      <div>
        {SCREENS.map(({ rail }) => {
          if (rail === undefined) return undefined;
          const active = pathname === rail.path || pathname.startsWith(`${rail.path}/`);
          return (
            <NavLink
              key={rail.path}
              className={classes['link']}
              component={Link}
              to={rail.path}
              label={rail.title}
              active={active}
              aria-current={active ? 'page' : undefined}
              leftSection={<rail.Icon size={16} aria-hidden />}
              rightSection={
                rail.counts === undefined ? undefined : <Count count={counts[rail.counts]} what="refused" />
              }
            />
          );
        })}
      </div>
    </Stack>
  );
}
