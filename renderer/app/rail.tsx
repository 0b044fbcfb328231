// The rail: realm switcher, search button, and a link per screen.
import { ActionIcon, Badge, Group, Kbd, NavLink, Stack, Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconKeyboard, IconRobot, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { text } from '../texts/text.ts';
import { ProductMark } from '../ui/product-mark.tsx';
import { LanguageMenu } from './language-menu.tsx';
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
  refusals: { what: 'app:rail.refused', variant: 'outline', color: 'var(--us-refused)' },
  prompts: { what: 'app:rail.pending', variant: 'filled', color: undefined },
  mail: { what: 'app:rail.unread', variant: 'filled', color: undefined },
  faults: { what: 'app:rail.armed', variant: 'outline', color: 'var(--us-asked)' },
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
      <span className={classes['unseen']}> {text(what)}</span>
    </Badge>
  );
}

function RulesMark({ rules }: { readonly rules: number }): ReactNode {
  return rules === 0 ? undefined : (
    <Tooltip label={text('app:rail.automatic')} position="right">
      <span className={classes['mark']}>
        <IconRobot size={14} color="var(--us-asked)" aria-hidden />
        <span className={classes['unseen']}> {text('app:rail.automaticMark')}</span>
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
      <LanguageMenu />
      <Tooltip label={text('app:shortcuts.hint')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text('app:shortcuts.title')}
          onClick={onShortcuts}
        >
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
        title={narrow ? text('app:search.label') : undefined}
        onClick={openPalette}
      >
        <IconSearch size={14} aria-hidden />
        <span className={classes['grow']}>{text('app:search.label')}</span>
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
              label={<span className={classes['title']}>{text(rail.title)}</span>}
              title={narrow ? text(rail.title) : undefined}
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
