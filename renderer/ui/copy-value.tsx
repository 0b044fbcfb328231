// A monospace value with a copy button.
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface Props {
  readonly value: string;
  readonly label: string;
  /** Shown instead of the value, for example dots for a secret. The button still copies the value. */
  readonly shown?: string;
}

/** Long values wrap anywhere, so that nothing is hidden. */
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
