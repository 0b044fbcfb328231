// The rail: realm switcher, search button, and a link per screen.
import { ActionIcon, Badge, Group, Kbd, NavLink, Stack, Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconKeyboard, IconRobot, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { ProductMark } from '../ui/product-mark.tsx';
import { openPalette } from './palette.tsx';
import classes from './rail.module.css';
import { RealmSwitcher } from './realm-switcher.tsx';
import { SCREENS } from './routes.tsx';
import { MOD_KEY } from './shortcuts-dialog.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Counts shown at the links. */
interface RailCounts {
  readonly refusals: number;
  readonly prompts: number;
  /** Unread messages. */
  readonly mail: number;
  /** Armed ones. */
  readonly faults: number;
  /** Rules that answer prompts automatically. */
  readonly rules: number;
}

const countLooks = {
  refusals: { what: 'refused', variant: 'outline', color: 'var(--us-refused)' },
  prompts: { what: 'pending', variant: 'filled', color: undefined },
  mail: { what: 'unread', variant: 'filled', color: undefined },
  faults: { what: 'armed', variant: 'outline', color: 'var(--us-asked)' },
} as const;

function Count({ count, of }: { readonly count: number; readonly of: keyof typeof countLooks }): ReactNode {
  const { what, variant, color } = countLooks[of];
  return count === 0 ? undefined : (
    <Badge
      size="sm"
      variant={variant}
      radius="sm"
      tt="none"
      style={color === undefined ? {} : { color, borderColor: color }}
    >
      {count > 99 ? '99+' : count}
      <span className={classes['unseen']}> {what}</span>
    </Badge>
  );
}

function RulesMark({ rules }: { readonly rules: number }): ReactNode {
  return rules === 0 ? undefined : (
    <Tooltip label="Prompts are answered automatically" position="right">
      <span className={classes['mark']}>
        <IconRobot size={14} color="var(--us-asked)" aria-hidden />
        <span className={classes['unseen']}> answered automatically</span>
      </span>
    </Tooltip>
  );
}

interface Props {
  readonly counts: RailCounts;
  readonly onShortcuts: () => void;
}

function Foot({ narrow, onShortcuts }: Pick<Props, 'onShortcuts'> & { readonly narrow: boolean }): ReactNode {
  return (
    <div className={classes['foot']}>
      <ThemeSwitch narrow={narrow} />
      <Tooltip label="Keyboard shortcuts (?)">
        <ActionIcon variant="subtle" color="gray" aria-label="Keyboard shortcuts" onClick={onShortcuts}>
          <IconKeyboard size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** Links to every screen. A narrow window shows only icons, with the counts in their corners. */
export function Rail({ counts, onShortcuts }: Props): ReactNode {
  const { pathname } = useLocation();
  // Breakpoint `sm`, at which the shell makes the rail narrow.
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <Stack gap="xs" h="100%" data-narrow={narrow || undefined} className={classes['rail'] ?? ''}>
      <div className={classes['product']} title={narrow ? 'Understudy' : undefined}>
        <ProductMark size={narrow ? 28 : 24} />
        <span className={classes['title']}>Understudy</span>
      </div>
      <RealmSwitcher narrow={narrow} />
      <UnstyledButton
        className={classes['search']}
        title={narrow ? 'Search' : undefined}
        onClick={openPalette}
      >
        <IconSearch size={14} aria-hidden />
        <span className={classes['grow']}>Search</span>
        <Kbd size="xs" className={classes['key'] ?? ''}>
          {MOD_KEY} K
        </Kbd>
      </UnstyledButton>
      <div>
        {SCREENS.map(({ rail }) => {
          if (rail === undefined) return undefined;
          const active = `${pathname}/`.startsWith(`${rail.path}/`);
          return (
            <NavLink
              key={rail.path}
              className={classes['link']}
              component={Link}
              to={rail.path}
              label={<span className={classes['title']}>{rail.title}</span>}
              title={narrow ? rail.title : undefined}
              active={active}
              aria-current={active ? 'page' : undefined}
              leftSection={<rail.Icon size={16} aria-hidden />}
              rightSection={
                rail.counts === undefined ? undefined : (
                  <Group gap={6} wrap="nowrap" className={classes['counts'] ?? ''}>
                    {rail.counts === 'prompts' ? <RulesMark rules={counts.rules} /> : undefined}
                    <Count count={counts[rail.counts]} of={rail.counts} />
                  </Group>
                )
              }
            />
          );
        })}
      </div>
      <Foot narrow={narrow} onShortcuts={onShortcuts} />
    </Stack>
  );
}
