// Ready settings as tabs: one per framework or library, each the text of a file.
import { Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '../ui/code-block.tsx';

interface Props<Values> {
  readonly snippets: readonly {
    readonly id: string;
    readonly title: string;
    /** File that the text goes into. */
    readonly file: string;
    readonly write: (values: Values) => string;
  }[];
  readonly values: Values;
}

/** The snippets with these values. */
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
