// Selects the language of the console: that of the system, or one of its own.
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import {
  chooseLanguage,
  LANGUAGES,
  type LanguageChoice,
  type LanguageState,
  languageState,
  subscribeToLanguage,
} from '../texts/language.ts';
import { text } from '../texts/text.ts';
import { announceFailure } from '../ui/announce.tsx';
import { focusWhenDrawn } from '../ui/keep-focus.ts';

/** Finds the button after the change of language, which draws everything anew. */
const BUTTON = '[data-language]';

interface LanguageOption {
  readonly value: LanguageChoice;
  readonly name: string;
  /** The language of the name; absent for texts of the console. */
  readonly lang?: string;
}

/** In the order of the menu. Languages have their own names, so that everyone finds theirs. */
export function languageOptions(): readonly LanguageOption[] {
  return [
    { value: 'system', name: text('app:language.system') },
    ...(['en', 'de'] as const).map((value) => ({ value, name: LANGUAGES[value].name, lang: value })),
  ];
}

export const useLanguage = (): LanguageState => useSyncExternalStore(subscribeToLanguage, languageState);

/** Shows another language, or says why it is not shown. */
export async function changeLanguage(choice: LanguageChoice): Promise<void> {
  try {
    await chooseLanguage(choice);
  } catch (error) {
    announceFailure(text('app:language.failed'), error instanceof Error ? error : new Error(String(error)));
  }
}

async function changeFromMenu(choice: LanguageChoice): Promise<void> {
  await changeLanguage(choice);
  focusWhenDrawn(() => document.querySelector(BUTTON));
}

/** A button with a menu. */
export function LanguageMenu(): ReactNode {
  const { choice } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const options = languageOptions();
  const name = options.find(({ value }) => value === choice)?.name ?? '';
  const label = text('app:language.button', { name });
  return (
    <Menu position="top-start" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon variant="subtle" color="gray" aria-label={label} data-language={choice}>
            <IconLanguage size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown aria-label={text('app:language.label')}>
        <Menu.RadioGroup
          value={choice}
          onChange={(value) => {
            const option = options.find((candidate) => candidate.value === value);
            if (option !== undefined) void changeFromMenu(option.value);
          }}
        >
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} lang={option.lang} closeMenuOnClick>
              {option.name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
