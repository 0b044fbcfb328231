// A button that is only an icon, such as those of a row. Its label is its name and its tooltip.
import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export function IconAction({ label, icon, disabled = false, onClick }: Props): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
