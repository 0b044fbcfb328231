// A SAML message, decoded: indented and coloured XML, and explanations of its signatures and encryption.
import { Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ActivityDocument, ActivityExplanation, ActivityXmlRun } from '#protocol/contract/activity.ts';
import { text } from '../../texts/text.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import classes from './document-view.module.css';

function Line({ runs }: { readonly runs: readonly ActivityXmlRun[] }): ReactNode {
  return (
    <span className={classes['line']}>
      {runs.map(({ kind, text: part }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a line never change places, and most repeat.
        <span key={position} className={classes[kind]}>
          {part}
        </span>
      ))}
      {'\n'}
    </span>
  );
}

function Explanation({ title, facts }: ActivityExplanation): ReactNode {
  return (
    <div lang="en">
      <Text fw={600} fz="xs" mb={2}>
        {title}
      </Text>
      <Table verticalSpacing={2} layout="fixed" aria-label={title}>
        <Table.Tbody>
          {facts.map(({ name, value }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fz="xs" fw={500} w={160}>
                {name}
              </Table.Th>
              <Table.Td fz="xs" style={{ overflowWrap: 'anywhere' }}>
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Shows a document under its name in the message. */
export function DocumentView({ document }: { readonly document: ActivityDocument }): ReactNode {
  const { name, xml, lines, explanations } = document;
  return (
    <Stack gap="xs">
      <Title order={3} fz="sm">
        {text('activity:document.decoded', { name })}
      </Title>
      <CodeBlock label={text('activity:document.asXml', { name })} text={xml}>
        {lines.map((runs, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document never change places, and may repeat.
          <Line key={position} runs={runs} />
        ))}
      </CodeBlock>
      {explanations.map((explanation, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: explanations never change places, and titles may repeat.
        <Explanation key={position} {...explanation} />
      ))}
    </Stack>
  );
}
