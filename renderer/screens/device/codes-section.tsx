// Pending user codes of the device grant (RFC 8628 §3.3).
import { Button, Group, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { readableClientName } from '#protocol/contract/client-name.ts';
import type { DeviceCodeWire } from '#protocol/contract/device.ts';
import { openInBrowser } from '../../api/bridge.ts';
import type { DeviceState } from '../../api/device.ts';
import { FlowLink } from '../../components/flow-link.tsx';
import { text } from '../../texts/text.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import rows from '../../ui/row-list.module.css';
import { Section } from '../../ui/section.tsx';
import { RemainingText, useRealmNow } from './countdown.tsx';
import lists from './lists.module.css';

function Row({ code, now }: { readonly code: DeviceCodeWire; readonly now: number }): ReactNode {
  const { userCode, clientId, scopes } = code;
  return (
    <li className={lists['code']}>
      <Group gap={2} wrap="nowrap">
        <Text ff="monospace" fw={600} style={{ whiteSpace: 'nowrap' }}>
          {userCode}
        </Text>
        <CopyButton value={userCode} label={text('device:codes.copied', { code: userCode })} />
      </Group>
      <div className={lists['grow']}>
        <Text fz="sm">{readableClientName(code.clientName)}</Text>
        <Text fz="xs" c="dimmed">
          {scopes.map((scope) => scope.text).join(', ')}
        </Text>
      </div>
      <Group gap={4}>
        <RemainingText expiresAt={code.expiresAt} now={now} />
        <FlowLink flow={code.flow} what={text('device:codes.name', { client: clientId })} />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconExternalLink size={14} />}
          aria-label={text('device:codes.openLabel', { code: userCode })}
          onClick={() => openInBrowser(code.verificationUri)}
        >
          {text('device:codes.open')}
        </Button>
      </Group>
    </li>
  );
}

/** Each code with a link to its verification page. */
export function CodesSection({ device }: { readonly device: DeviceState }): ReactNode {
  const now = useRealmNow(device);
  return (
    <Section title={text('device:codes.title')} summary={text('device:codes.summary')}>
      {device.codes.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {text('device:codes.none')}
        </Text>
      ) : (
        <ul className={`${rows['list']} ${lists['rows']}`}>
          {device.codes.map((code) => (
            <Row key={code.userCode} code={code} now={now} />
          ))}
        </ul>
      )}
    </Section>
  );
}
