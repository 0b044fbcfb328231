// A small button that copies a text and confirms it.
import { ActionIcon, CopyButton as KitCopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { text } from '../texts/text.ts';

/** Copies `value`; `label` names it: `issuer`. */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }): ReactNode {
  const action = text('ui:copy.action', { what: label });
  return (
    <KitCopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? text('ui:copy.copied') : action}>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={action} onClick={copy}>
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </KitCopyButton>
  );
}
