// Where a role comes from: the first way, and the others on request.
import { Button, Group, List, Popover, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RolePathWire } from '#protocol/contract/roles.ts';
import { text } from '../texts/text.ts';
import { originText } from './describe-role-path.ts';

/** Characters of an origin that fit into most cells. */
const SHORT = 44;

interface Props {
  /** Whose role it is, for the button's name: `reader`, `alice`. */
  readonly name: string;
  readonly paths: readonly RolePathWire[];
}

/** One line; a button shows all ways if there are several, or the only one if it is long. */
export function RoleOrigins({ name, paths }: Props): ReactNode {
  const [first = '', ...others] = paths.map(originText);
  return (
    <Group gap={6} wrap="nowrap" miw={0}>
      <Text fz="sm" truncate title={first}>
        {first}
      </Text>
      {others.length === 0 && first.length <= SHORT ? undefined : (
        <Popover position="bottom-end" withinPortal width={320}>
          <Popover.Target>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={
                others.length === 0
                  ? text('roleLists:origin.one', { role: name })
                  : text('roleLists:origin.several', { total: paths.length, role: name })
              }
              style={{ flexShrink: 0 }}
            >
              {others.length === 0 ? '…' : `+${others.length}`}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={text('roleLists:origin.list', { role: name })}>
            <List fz="sm" spacing={4}>
              {[first, ...others].map((origin) => (
                <List.Item key={origin} style={{ overflowWrap: 'anywhere' }}>
                  {origin}
                </List.Item>
              ))}
            </List>
          </Popover.Dropdown>
        </Popover>
      )}
    </Group>
  );
}
