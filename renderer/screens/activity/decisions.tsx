// The checks of an exchange in order, with their results.
import { Code, List, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconInfoSmall, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ActivityDecision } from '#protocol/contract/activity.ts';
import { type PlainKey, text } from '../../texts/text.ts';

const looks = {
  passed: { Icon: IconCheck, color: 'var(--us-accepted)' },
  refused: { Icon: IconX, color: 'var(--us-refused)' },
  noted: { Icon: IconInfoSmall, color: 'var(--mantine-color-dimmed)' },
} as const;
looks satisfies Record<ActivityDecision['outcome'], unknown>;

const OUTCOMES: Readonly<Record<ActivityDecision['outcome'], PlainKey>> = {
  passed: 'activity:decision.passed',
  refused: 'activity:decision.refused',
  noted: 'activity:decision.noted',
};

/** The last decision of a refused exchange is the one that refused it. */
export function Decisions({ decisions }: { readonly decisions: readonly ActivityDecision[] }): ReactNode {
  return (
    <List spacing={8} type="ordered" listStyleType="none" icon={undefined}>
      {decisions.map((decision, position) => {
        const { Icon, color } = looks[decision.outcome];
        return (
          <List.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: recorded decisions never change places.
            key={position}
            icon={
              <ThemeIcon
                variant="transparent"
                size="sm"
                style={{ color }}
                role="img"
                aria-label={text(OUTCOMES[decision.outcome])}
              >
                <Icon size={16} />
              </ThemeIcon>
            }
          >
            <Code>{decision.rule}</Code>
            <Text fz="sm" lang="en">
              {decision.detail}
              {decision.section === undefined ? '' : ` (${decision.section})`}
            </Text>
          </List.Item>
        );
      })}
    </List>
  );
}
