// Texts for buyers about a hand-over that was written down without a network and did not count. They are apart from those
// of staff, which the page of a buyer's order does not load.

export const conflictBuyerTexts = {
  'done-already': /*i18n*/ 'The goods had already been handed over.',
  ended: /*i18n*/ 'There was nothing to hand over any more.',
  'not-left': /*i18n*/ 'Less was left than what was written down.',
  'not-weighed': /*i18n*/ 'The goods are sold by weight, and no weight had been entered.',
  'no-right': /*i18n*/ 'The person who wrote it down was no longer allowed to hand it over.',
  'wrong-code': /*i18n*/ 'The code was wrong.',
  'code-changed': /*i18n*/ 'You had changed the code.',
  'too-old': /*i18n*/ 'It reached us more than two days later.',
  clock: /*i18n*/ 'Its time could not be right.',
} as const

export type HandOverConflict = keyof typeof conflictBuyerTexts

export const settlementBuyerTexts = {
  'handed-over': /*i18n*/ 'The goods were handed over once.',
  'not-handed-over': /*i18n*/ 'It did not happen: your goods are at the place.',
  missing: /*i18n*/ 'The place could not prove who has the goods.',
} as const

export type ConflictSettlement = keyof typeof settlementBuyerTexts
