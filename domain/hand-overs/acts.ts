import { type ActDescribers, subjectOf } from '#domain/acts/act.ts'
import { formatNaira } from '#domain/money.ts'
import type { ConflictSettlement, HandOverConflict } from './conflict-texts.ts'
import { conflictTexts, settlementTexts } from './offline-act.ts'

export const handOverActs = {
  'hand-over.done': ({ after }) => [
    ` handed over goods of order ${String(after.order_no)} against its code${after.acted_at ? ', without a network' : ''}.`,
  ],
  'hand-over.conflict': ({ after }) => [
    ` sent a hand-over of order ${String(after.order_no)} that did not count: ${conflictTexts[after.conflict as HandOverConflict] ?? ''}`,
  ],
  'hand-over.settle': ({ after }) => [
    ` settled a hand-over of order ${String(after.order_no)} that did not count: ${settlementTexts[after.settlement as ConflictSettlement] ?? ''}.`,
  ],
  'hand-over.override': ({ after }) => [` handed over goods of order ${String(after.order_no)} without a code.`],
  'buyer.look-up': ({ after }) => [` looked up how to reach the buyer of order ${String(after.order_no)}.`],
  'buyer.phone': ({ after }) => [
    ` looked at the phone number of the buyer of order ${String(after.order_no)}, for the shop.`,
  ],
  'buyer.find-by-phone': ({ act, after }) => [
    ' searched the orders of ',
    subjectOf(act),
    ` by a phone number and found ${String(after.order_nos ?? '') || 'none'}.`,
  ],
  'uncollected.call': ({ after }) => [
    ` called the buyer of order ${String(after.order_no)}, which was not collected${after.reached ? '.' : ', without reaching them.'}`,
  ],
  'uncollected.resale': ({ after }) => [
    ` sold what was not collected of order ${String(after.order_no)} for its buyer, for ${formatNaira(Number(after.proceeds_kobo ?? 0))}.`,
  ],
  'uncollected.donation': ({ after }) => [
    ` gave away what was not collected of order ${String(after.order_no)}, as its buyer had agreed.`,
  ],
  'uncollected.spoiled': ({ after }) => [
    ` entered what was not collected of order ${String(after.order_no)} as spoiled.`,
  ],
  'staff.invite': ({ act }) => [' invited staff to ', subjectOf(act), '.'],
  'staff.join': ({ act }) => [' became staff of ', subjectOf(act), '.'],
  'staff.leave': ({ act }) => [' ended a membership at ', subjectOf(act), '.'],
} satisfies ActDescribers
