// A field's label with the member name in the realm file.
import { Code, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** `text` is the label, `member` the name in the realm file. */
export function MemberLabel({ text, member }: { readonly text: string; readonly member: string }): ReactNode {
  return (
    <Group gap="0 8px" component="span" display="inline-flex" maw="100%">
      <Text span fw={500} fz="sm">
        {text}
      </Text>
      <Code fz={12} fw={400} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {member}
      </Code>
    </Group>
  );
}
