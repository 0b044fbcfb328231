// A block of text in wire type that scrolls and can be copied.
import { Box, ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface Props {
  readonly text: string;
  /** What the text is, for the copy button and screen readers. */
  readonly label: string;
  readonly maxHeight?: number;
  /** The same text with its parts coloured; default: the text alone. */
  readonly children?: ReactNode;
}

/** Shows `text` as it is. */
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
