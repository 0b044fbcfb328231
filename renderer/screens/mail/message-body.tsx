// The contents of a message: as text, as HTML, and as source.
import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { MailMessageWire } from '#protocol/contract/mail.ts';
import { useMailSource } from '../../api/mail.ts';
import { saveText } from '../../components/save-text.ts';
import { text } from '../../texts/text.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { styleNonce } from '../../ui/style-nonce.ts';
import classes from './mail.module.css';
import { previewHtml } from './preview-html.ts';

/** No scripts, no forms, no origin; links open beside the console. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

function HtmlView({ html }: { readonly html: string }): ReactNode {
  const page = useMemo(() => previewHtml(html, styleNonce()), [html]);
  return (
    <Stack gap={6}>
      <iframe title={text('mail:html.title')} sandbox={SANDBOX} srcDoc={page} className={classes['frame']} />
      <Text c="dimmed" fz="xs">
        {text('mail:html.blocked')}
      </Text>
    </Stack>
  );
}

function SourceView({ message }: { readonly message: MailMessageWire }): ReactNode {
  const source = useMailSource(message.id);
  return (
    <QueryView query={source} lines={8}>
      {(raw) => (
        <Stack gap="xs">
          <CodeBlock label={text('mail:body.sourceLabel')} text={raw} maxHeight={480} />
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} />}
              onClick={() => saveText(`${message.kind}-${message.username}.eml`, raw)}
            >
              {text('mail:body.save')}
            </Button>
          </Group>
        </Stack>
      )}
    </QueryView>
  );
}

/** Opens on the text, which every message has. */
export function MessageBody({ message }: { readonly message: MailMessageWire }): ReactNode {
  return (
    <Tabs defaultValue="text" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="text">{text('mail:body.text')}</Tabs.Tab>
        <Tabs.Tab value="html">{text('mail:body.html')}</Tabs.Tab>
        <Tabs.Tab value="source">{text('mail:body.source')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="text" pt="sm">
        <pre className={classes['text']}>{message.text}</pre>
      </Tabs.Panel>
      <Tabs.Panel value="html" pt="sm">
        <HtmlView html={message.html} />
      </Tabs.Panel>
      <Tabs.Panel value="source" pt="sm">
        <SourceView message={message} />
      </Tabs.Panel>
    </Tabs>
  );
}
