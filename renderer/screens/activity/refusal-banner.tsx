// Why an exchange was refused, and how to fix it.
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ActivityRecord, ActivityRefusal } from '#protocol/contract/activity.ts';
import type { FixWire } from '#protocol/contract/fixes.ts';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { FixDialog } from './fix-dialog.tsx';
import { labelOfFix } from './fix-texts.ts';

/** `?preview=fix`, to which the error page leads, opens the preview at once. */
const ADDRESS = { preview: '' };

/** Opens the preview of the fix. */
function ApplyButton({
  fix,
  id,
  realm,
}: {
  readonly fix: FixWire;
  readonly id: string;
  readonly realm: string;
}) {
  const [{ preview }, change] = useAddress(ADDRESS);
  const label = labelOfFix(fix.kind);
  return (
    <>
      <Button size="compact-sm" style={{ flexShrink: 0 }} onClick={() => change({ preview: 'fix' })}>
        {text('activity:refusal.apply', { fix: label })}
      </Button>
      {preview === 'fix' ? (
        <FixDialog label={label} exchange={{ id, realm }} onClose={() => change({ preview: '' })} />
      ) : undefined}
    </>
  );
}

/** The reason is the banner's title. */
export function RefusalBanner({
  record: { id, realm },
  refusal,
}: {
  readonly record: ActivityRecord;
  readonly refusal: ActivityRefusal;
}): ReactNode {
  return (
    <Alert
      variant="default"
      icon={<IconX color="var(--us-refused)" />}
      title={<span lang="en">{refusal.reason}</span>}
      style={{ borderInlineStart: '4px solid var(--us-refused)' }}
      // The focus ring of the button is outside its box.
      styles={{ body: { overflow: 'visible' }, message: { overflow: 'visible' } }}
    >
      <Stack gap={8}>
        {refusal.remedy === undefined ? undefined : (
          <Group gap={4} wrap="nowrap" align="flex-start">
            <Text>
              <Text span fw={600}>
                {text('activity:refusal.fix')}
              </Text>{' '}
              <span lang="en">{refusal.remedy}</span>
            </Text>
            <CopyButton value={refusal.remedy} label={text('activity:refusal.fixCopied')} />
          </Group>
        )}
        {refusal.fix === undefined || realm === undefined ? undefined : (
          <Group>
            <ApplyButton fix={refusal.fix} id={id} realm={realm} />
          </Group>
        )}
        <Group gap="xs">
          <Text c="dimmed" fz="sm">
            <RichText
              of="activity:refusal.response"
              values={{ code: refusal.code, description: <span lang="en">{refusal.description}</span> }}
              parts={{ code: <Code /> }}
            />
          </Text>
          {refusal.section === undefined ? undefined : (
            <Text c="dimmed" fz="sm">
              {refusal.section}
            </Text>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
