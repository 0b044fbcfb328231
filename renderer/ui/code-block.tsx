// A scrollable block of monospace text with a copy button.
import { Box, ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface Props {
  readonly text: string;
  /** Names the text for the copy button and screen readers. */
  readonly label: string;
  readonly maxHeight?: number;
  /** The text with syntax colours. Default: plain text. */
  readonly children?: ReactNode;
}

/** Shows `text` unchanged. */
export function CodeBlock({ text, label, maxHeight = 420, children }: Props): ReactNode {
  return (
    <Box className={classes['frame']}>
      <ScrollArea.Autosize
        mah={maxHeight}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
      >
        <pre className={classes['code']}>{children ?? text}</pre>
      </ScrollArea.Autosize>
      <div className={classes['copy']}>
        <CopyButton value={text} label={label} />
      </div>
    </Box>
  );
}
