// Texts for tests of what pages consist of.
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { PageMessage } from '../texts/message.ts';
import { type PageTexts, textsOf } from '../texts/page-texts.ts';

export const ENGLISH: PageTexts = textsOf(createTestExchange());

/** A message that is not in our tables. */
export const unknownMessage = (text: string): PageMessage => ({ key: '', params: [], text });
