// The presets: each button arms its fault.
import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useArmFault } from '../../api/faults.ts';
import { text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './faults.module.css';
import { PRESETS } from './presets.ts';

/** A button can be clicked again at once: two clicks arm two faults. */
export function PresetList(): ReactNode {
  const arm = useArmFault();
  return (
    <Section title={text('faults:presets.title')} summary={text('faults:presets.summary')}>
      <ul className={classes['presets']}>
        {PRESETS.map(({ name, tries, fault }) => (
          <li key={name}>
            <UnstyledButton
              className={classes['preset'] ?? ''}
              aria-label={text(name)}
              aria-description={text(tries)}
              onClick={() => announceOutcome(arm.mutateAsync(fault), { failed: text('faults:notArmed') })}
            >
              <Text fz="sm" fw={600}>
                {text(name)}
              </Text>
              <Text fz="xs" c="dimmed">
                {text(tries)}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
