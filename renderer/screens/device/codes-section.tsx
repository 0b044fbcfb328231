// Pending user codes of the device grant (RFC 8628 §3.3).
import { Button, Group, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { readableClientName } from '#protocol/contract/client-name.ts';
import type { DeviceCodeWire } from '#protocol/contract/device.ts';
import { openInBrowser } from '../../api/bridge.ts';
import type { DeviceState } from '../../api/device.ts';
import { FlowLink } from '../../components/flow-link.tsx';
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
        <CopyButton value={userCode} label={`code ${userCode}`} />
      </Group>
      <div className={lists['grow']}>
        <Text fz="sm">{readableClientName(code.clientName)}</Text>
        <Text fz="xs" c="dimmed">
          {scopes.map(({ text }) => text).join(', ')}
        </Text>
      </div>
      <Group gap={4}>
        <RemainingText expiresAt={code.expiresAt} now={now} />
        <FlowLink flow={code.flow} what={`code of ${clientId}`} />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconExternalLink size={14} />}
          aria-label={`Open verification page for ${userCode}`}
          onClick={() => openInBrowser(code.verificationUri)}
        >
          Open verification page
        </Button>
      </Group>
    </li>
  );
}

/** Each code with a link to its verification page. */
export function CodesSection({ device }: { readonly device: DeviceState }): ReactNode {
  const now = useRealmNow(device);
  return (
    <Section title="Device codes" summary="From the device grant. Users enter these codes in a browser.">
      {device.codes.length === 0 ? (
        <Text c="dimmed" fz="sm">
          No pending codes.
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
