// The authentication device drawn as a phone: the prompts that wait, the oldest on top.
import { Text } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import type { DeviceState } from '../../api/device.ts';
import { formatInstant } from '../../ui/instant.ts';
import { useRealmNow } from './countdown.tsx';
import { EmptyPhone } from './empty-phone.tsx';
import phone from './phone.module.css';
import { isWaiting, nearestWaiting } from './phone-cards.ts';
import { readCommand } from './phone-keys.ts';
import { PromptCard } from './prompt-card.tsx';
import { keepReading, type TimeReading } from './remaining.ts';
import { focusCard, useCardFocus, usePhoneCards } from './use-phone-cards.ts';

function promptOf(target: EventTarget): string | undefined {
  return target instanceof Element
    ? (target.closest('[data-prompt]')?.getAttribute('data-prompt') ?? undefined)
    : undefined;
}

function describeWaiting(count: number): string {
  if (count === 0) return 'No prompt waits';
  return count === 1 ? '1 prompt waits' : `${count} prompts wait`;
}

function TopBar({
  reading,
  waiting,
}: {
  readonly reading: TimeReading;
  readonly waiting: number;
}): ReactNode {
  const [realm] = useRealm();
  const now = useRealmNow(reading);
  return (
    <div className={phone['bar']}>
      <Text fz="sm" fw={600} role="status" style={{ whiteSpace: 'nowrap' }}>
        {describeWaiting(waiting)}
      </Text>
      <Text fz="xs" c="dimmed" truncate>
        {realm} · {formatInstant(now, 'time')}
      </Text>
    </div>
  );
}

function RulesNotice({ count }: { readonly count: number }): ReactNode {
  return (
    <div className={phone['notice']}>
      <IconRobot size={16} color="var(--us-asked)" aria-hidden />
      <Text fz="sm">
        {count === 1 ? '1 rule answers prompts' : `${count} rules answer prompts`} without a person.
      </Text>
    </div>
  );
}

/** Arrow keys move between the prompts that wait. */
export function Phone({ device }: { readonly device: DeviceState }): ReactNode {
  const frame = useRef<HTMLElement>(null);
  const { cards, pointAt } = usePhoneCards(device);
  useCardFocus(frame, cards);
  const [reading, setReading] = useState<TimeReading>(device);
  const kept = keepReading(reading, device);
  if (kept !== reading) setReading(kept);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const command = readCommand(event);
    if (command?.kind !== 'move') return;
    const next = nearestWaiting(cards, promptOf(event.target), command.step);
    if (next === undefined) return;
    event.preventDefault();
    focusCard(frame.current, next);
  };
  return (
    <section
      ref={frame}
      className={phone['phone']}
      tabIndex={-1}
      aria-label="Authentication device"
      onKeyDown={onKeyDown}
      onPointerMove={(event: PointerEvent) => pointAt(promptOf(event.target))}
      onPointerLeave={() => pointAt(undefined)}
    >
      <div className={phone['speaker']} />
      <div className={phone['screen']}>
        <TopBar reading={reading} waiting={cards.filter(isWaiting).length} />
        {device.rules.length === 0 ? undefined : <RulesNotice count={device.rules.length} />}
        <div className={phone['cards']}>
          {cards.map((card) => (
            <PromptCard key={card.prompt.id} card={card} reading={reading} />
          ))}
          {cards.length === 0 ? <EmptyPhone device={device} /> : undefined}
        </div>
      </div>
    </section>
  );
}
