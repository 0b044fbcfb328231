// The answered and expired prompts, newest first.
import { Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { readableClientName } from '#protocol/contract/client-name.ts';
import type { PromptWire } from '#protocol/contract/device.ts';
import { type DeviceState, useClearAnswered } from '../../api/device.ts';
import { FlowLink } from '../../components/flow-link.tsx';
import { text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { describeInstant } from '../../ui/duration.ts';
import { formatInstant } from '../../ui/instant.ts';
import rows from '../../ui/row-list.module.css';
import { Section } from '../../ui/section.tsx';
import { useRealmNow } from './countdown.tsx';
import { describeAnswerer, settledInstant } from './describe-answer.ts';
import lists from './lists.module.css';
import { StateBadge } from './state-badge.tsx';

function Row({ prompt, now }: { readonly prompt: PromptWire; readonly now: number }): ReactNode {
  const at = settledInstant(prompt);
  const details = [prompt.bindingMessage, describeAnswerer(prompt)].filter(
    (detail) => detail !== undefined && detail !== '',
  );
  return (
    <li>
      <div className={lists['entry']}>
        <div>
          <StateBadge state={prompt.state} />
        </div>
        <div className={lists['grow']}>
          <Text fz="sm">
            {text('device:prompt.whom', { client: readableClientName(prompt.clientName), user: prompt.name })}
          </Text>
          <Text fz="xs" c="dimmed">
            {details.map((detail) => `${detail} · `)}
            <time
              style={{ whiteSpace: 'nowrap' }}
              dateTime={new Date(at).toISOString()}
              title={formatInstant(at)}
            >
              {describeInstant(at, now)}
            </time>
          </Text>
          {prompt.problem === undefined ? undefined : (
            <Text fz="xs" lang="en" style={{ color: 'var(--us-refused)' }}>
              {prompt.problem}
            </Text>
          )}
        </div>
        {prompt.flow === undefined ? undefined : (
          <FlowLink
            flow={prompt.flow}
            what={text('device:prompt.name', { client: prompt.clientId, user: prompt.username })}
          />
        )}
      </div>
    </li>
  );
}

function ClearButton({ disabled }: { readonly disabled: boolean }): ReactNode {
  const clear = useClearAnswered();
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconTrash size={14} />}
      disabled={disabled}
      loading={clear.isPending}
      onClick={() =>
        announceOutcome(clear.mutateAsync(), {
          done: () => text('device:history.cleared'),
          failed: text('device:history.notCleared'),
        })
      }
    >
      {text('device:history.clear')}
    </Button>
  );
}

/** The outcome of each prompt, how it was answered, and when. */
export function AnsweredSection({ device }: { readonly device: DeviceState }): ReactNode {
  const now = useRealmNow(device);
  return (
    <Section
      title={text('device:history.title')}
      aside={<ClearButton disabled={device.answered.length === 0} />}
    >
      {device.answered.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {text('device:history.none')}
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1).
        <section className={lists['history']} aria-label={text('device:history.label')} tabIndex={0}>
          <ul className={`${rows['list']} ${lists['rows']}`}>
            {device.answered.map((prompt) => (
              <Row key={prompt.id} prompt={prompt} now={now} />
            ))}
          </ul>
        </section>
      )}
    </Section>
  );
}
