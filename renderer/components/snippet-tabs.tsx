// Snippets as tabs, one per framework or library.
import { Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '../ui/code-block.tsx';

interface Props<Values> {
  readonly snippets: readonly {
    readonly id: string;
    readonly title: string;
    /** Name of the file. */
    readonly file: string;
    readonly write: (values: Values) => string;
  }[];
  readonly values: Values;
}

/** Renders the snippets with the values. */
export function SnippetTabs<Values>({ snippets, values }: Props<Values>): ReactNode {
  return (
    <Tabs defaultValue={snippets[0]?.id ?? null} keepMounted={false}>
      <Tabs.List>
        {snippets.map((snippet) => (
          <Tabs.Tab key={snippet.id} value={snippet.id}>
            {snippet.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map((snippet) => (
        <Tabs.Panel key={snippet.id} value={snippet.id} pt="sm">
          <Stack gap={4}>
            <Text c="dimmed" fz="xs" ff="monospace">
              {snippet.file}
            </Text>
            <CodeBlock label={`settings for ${snippet.title}`} text={snippet.write(values)} />
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
