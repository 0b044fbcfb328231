// The presets: each button arms its fault.
import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useArmFault } from '../../api/faults.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './faults.module.css';
import { PRESETS } from './presets.ts';

/** A button can be clicked again at once: two clicks arm two faults. */
export function PresetList(): ReactNode {
  const arm = useArmFault();
  return (
    <Section
      title="Presets"
      summary="Click to arm one. The next matching request of your application gets it."
    >
      <ul className={classes['presets']}>
        {PRESETS.map(({ name, tries, fault }) => (
          <li key={name}>
            <UnstyledButton
              className={classes['preset'] ?? ''}
              aria-label={name}
              aria-description={tries}
              onClick={() => announceOutcome(arm.mutateAsync(fault), { failed: 'The fault was not armed' })}
            >
              <Text fz="sm" fw={600}>
                {name}
              </Text>
              <Text fz="xs" c="dimmed">
                {tries}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
