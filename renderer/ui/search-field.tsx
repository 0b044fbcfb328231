// A search field whose text stands in the URL of the screen.
import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface Props
  extends Pick<TextInputProps, 'placeholder' | 'size' | 'className' | 'maw' | 'w' | 'mb' | 'flex'> {
  /** Accessible name. */
  readonly label: string;
  /** The first field of a dialog gets the focus. */
  readonly autoFocus?: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The URL follows the text with a delay, so what is typed is kept here and only replaced while unfocused. */
export function SearchField({
  label,
  autoFocus = false,
  value,
  onChange,
  size = 'sm',
  ...look
}: Props): ReactNode {
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  // Not only when `value` changes: on a busy machine the URL may be set and cleared between two renders.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(value);
  });
  return (
    <TextInput
      {...look}
      {...(autoFocus ? { 'data-autofocus': true } : {})}
      ref={field}
      size={size}
      aria-label={label}
      leftSection={<IconSearch size={size === 'xs' ? 14 : 16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
    />
  );
}
