// The authentication device as a phone: pending prompts, oldest first.
import { Button, Group, Kbd, Text, Tooltip } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useRef,
  useState,
} from 'react';
import type { PromptAnswer, PromptWire } from '#protocol/contract/device.ts';
import { useRealm } from '../../api/api-context.tsx';
import type { DeviceState } from '../../api/device.ts';
import { text } from '../../texts/text.ts';
import { formatInstant } from '../../ui/instant.ts';
import { useRealmNow } from './countdown.tsx';
import { EmptyPhone } from './empty-phone.tsx';
import phone from './phone.module.css';
import { cardToAnswer, isWaiting, nearestWaiting, openCards, type PhoneCard } from './phone-cards.ts';
import { ANSWER_KEYS, readCommand } from './phone-keys.ts';
import { PromptCard } from './prompt-card.tsx';
import { keepReading, realmNow, type TimeReading } from './remaining.ts';
import { focusCard, useCardFocus, usePhoneCards } from './use-phone-cards.ts';
import { type GivenAnswers, usePromptAnswers } from './use-prompt-answers.ts';

function promptOf(target: EventTarget): string | undefined {
  return target instanceof Element
    ? (target.closest('[data-prompt]')?.getAttribute('data-prompt') ?? undefined)
    : undefined;
}

function describePending(count: number): string {
  return count === 0 ? text('device:phone.nonePending') : text('device:phone.pending', { count });
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
        {describePending(waiting)}
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
      <Text fz="sm">{text('device:phone.rules', { count })}</Text>
    </div>
  );
}

function ApproveAll({
  count,
  onApprove,
}: {
  readonly count: number;
  readonly onApprove: () => void;
}): ReactNode {
  return (
    <div className={phone['all']}>
      <Tooltip label={text('device:phone.approveAllHint')}>
        <Button
          size="xs"
          variant="default"
          fullWidth
          aria-keyshortcuts="Shift+A"
          rightSection={
            <Group gap={4} wrap="nowrap" aria-hidden>
              <Kbd size="xs">Shift</Kbd>
              <Kbd size="xs">{ANSWER_KEYS.approve}</Kbd>
            </Group>
          }
          onClick={onApprove}
        >
          {text('device:phone.approveAll', { count })}
        </Button>
      </Tooltip>
    </div>
  );
}

interface Answering {
  readonly given: GivenAnswers;
  /** Pending prompts without an answer. */
  readonly openCount: number;
  readonly onAnswer: (prompt: PromptWire, answer: PromptAnswer) => void;
  /** Answers the focused card, or else the next one, and moves the focus to the next open card. */
  readonly answerNext: (focusedId: string | undefined, answer: PromptAnswer) => void;
  readonly approveAll: () => void;
}

function useAnswering(
  frame: RefObject<HTMLElement | null>,
  cards: readonly PhoneCard[],
  reading: TimeReading,
): Answering {
  const { given, readGiven, give } = usePromptAnswers(cards);
  const stateNow = () => ({ given: readGiven(), now: realmNow(reading, performance.now()) });
  return {
    given,
    openCount: openCards(cards, stateNow()).length,
    onAnswer: useCallback((prompt, answer) => give([prompt], answer), [give]),
    answerNext: (focusedId, answer) => {
      const card = cardToAnswer(cards, focusedId, stateNow());
      if (card === undefined) return;
      give([card.prompt], answer);
      focusCard(frame.current, cardToAnswer(cards, card.prompt.id, stateNow()) ?? card);
    },
    approveAll: () => {
      give(
        openCards(cards, stateNow()).map(({ prompt }) => prompt),
        'approve',
      );
      frame.current?.focus({ preventScroll: true });
    },
  };
}

/** Letters answer; arrow keys move between pending prompts. */
export function Phone({ device }: { readonly device: DeviceState }): ReactNode {
  const frame = useRef<HTMLElement>(null);
  const { cards, pointAt } = usePhoneCards(device);
  useCardFocus(frame, cards);
  const [reading, setReading] = useState<TimeReading>(device);
  const kept = keepReading(reading, device);
  if (kept !== reading) setReading(kept);
  const answering = useAnswering(frame, cards, reading);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const command = readCommand(event);
    if (command === undefined) return;
    const focused = promptOf(event.target);
    if (command.kind === 'answer') answering.answerNext(focused, command.answer);
    else if (command.kind === 'approve-all') answering.approveAll();
    else {
      const next = nearestWaiting(cards, focused, command.step);
      if (next === undefined) return;
      focusCard(frame.current, next);
    }
    event.preventDefault();
  };
  return (
    <section
      ref={frame}
      className={phone['phone']}
      tabIndex={-1}
      aria-label={text('device:phone.label')}
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
            <PromptCard
              key={card.prompt.id}
              card={card}
              reading={reading}
              given={answering.given.get(card.prompt.id)}
              onAnswer={answering.onAnswer}
            />
          ))}
          {cards.length === 0 ? <EmptyPhone device={device} /> : undefined}
        </div>
        {/* Below the cards, so that none moves when it appears or disappears. */}
        {answering.openCount < 2 ? undefined : (
          <ApproveAll count={answering.openCount} onApprove={answering.approveAll} />
        )}
      </div>
    </section>
  );
}
