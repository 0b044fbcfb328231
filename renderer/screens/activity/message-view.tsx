// One direction of an exchange: SAML messages decoded, parameters, then body, cookies and headers.
import { Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ActivityLocation, ActivityMessage, ActivityValue } from '#protocol/contract/activity.ts';
import { text } from '../../texts/text.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { DocumentView } from './document-view.tsx';

function Values({
  title,
  values,
}: {
  readonly title: string;
  readonly values: readonly ActivityValue[];
}): ReactNode {
  if (values.length === 0) return undefined;
  return (
    <div>
      <Title order={3} fz="sm" mb={4}>
        {title}
      </Title>
      <Table verticalSpacing={4} layout="fixed" aria-label={title}>
        <Table.Tbody>
          {values.map(({ name, value, secret }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: values never change places, and names may repeat.
            <Table.Tr key={position}>
              <Table.Th
                scope="row"
                ff="monospace"
                fz="xs"
                fw={500}
                w={200}
                style={{ overflowWrap: 'anywhere' }}
              >
                <Group gap={4} wrap="nowrap">
                  {secret === true ? (
                    <IconLock
                      size={12}
                      role="img"
                      aria-label={text('activity:message.secret')}
                      style={{ flexShrink: 0 }}
                    />
                  ) : undefined}
                  {name}
                </Group>
              </Table.Th>
              <Table.Td>
                <Text ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
                  {value}
                </Text>
              </Table.Td>
              <Table.Td w={36}>
                <CopyButton value={value} label={name} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Location({ location }: { readonly location: ActivityLocation }): ReactNode {
  const { by, url, parameters } = location;
  return (
    <Stack gap="xs">
      <Title order={3} fz="sm">
        {text(by === 'redirect' ? 'activity:message.redirects' : 'activity:message.posts')}
      </Title>
      <CopyValue
        value={url}
        label={text(by === 'redirect' ? 'activity:message.redirectUrl' : 'activity:message.formAddress')}
      />
      <Values
        title={text(
          by === 'redirect' ? 'activity:message.redirectParameters' : 'activity:message.formFields',
        )}
        values={parameters}
      />
    </Stack>
  );
}

interface Props {
  readonly message: ActivityMessage;
  readonly location?: ActivityLocation | undefined;
}

/** Omits the parts that the message does not have. */
export function MessageView({ message, location }: Props): ReactNode {
  return (
    <Stack gap="md">
      {message.documents.map((document, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the documents of a message never change places, and names may repeat.
        <DocumentView key={position} document={document} />
      ))}
      {location === undefined ? undefined : <Location location={location} />}
      <Values title={text('activity:message.query')} values={message.query} />
      <Values title={text('activity:message.form')} values={message.form} />
      {message.json === undefined ? undefined : (
        <div>
          <Title order={3} fz="sm" mb={4}>
            {text('activity:message.body')}
          </Title>
          <CodeBlock
            label={text('activity:message.bodyCopied')}
            text={JSON.stringify(message.json, undefined, 2)}
          />
        </div>
      )}
      <Values title={text('activity:message.cookies')} values={message.cookies} />
      <Values title={text('activity:message.headers')} values={message.headers} />
    </Stack>
  );
}
