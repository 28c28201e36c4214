import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const cycleRefusals = {
  missing: {
    cycle_not_found: /*i18n*/ 'This group buy is not repeated.',
    standing_order_not_found: /*i18n*/ 'There is no such standing order, or it is not yours.',
  },
  conflict: {
    cycle_exists: /*i18n*/ 'Group buys of this product are repeated already.',
    cycle_over: /*i18n*/ 'This group buy is not repeated any more.',
    cycle_changed: /*i18n*/ 'This has changed since you read the page. Please look again.',
    never_published: /*i18n*/ 'Publish the group buy first. Then it can be repeated.',
    product_archived: /*i18n*/ 'This product is archived. Put it back on sale first.',
    standing_order_over: /*i18n*/ 'This standing order has ended.',
    already_in_round: /*i18n*/ 'You are in this round already.',
    round_too_dear: /*i18n*/ 'This round costs more than you agreed to.',
  },
} as const satisfies RefusalTexts
