// A value in wire type with its copy button.
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface Props {
  readonly value: string;
  readonly label: string;
  /** Shown instead of the value, e.g. dots for a secret; the copy is still the value. */
  readonly shown?: string;
}

/** Shows and copies `value`; long values break anywhere, so that nothing is hidden. */
export function CopyValue({ value, label, shown }: Props): ReactNode {
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Text ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
        {shown ?? value}
      </Text>
      <CopyButton value={value} label={label} />
    </Group>
  );
}
