import type { CommandInput, CommandName } from '#api/commands.ts'
import type { Case } from '#domain/own-case.ts'

/**
 * The case that a command decides, so that callers who are a party to it can be refused. `own`: it concerns the
 * caller's own affairs, or no one in particular. `duty`: work of a shop or place that decides nothing about money. A
 * command without an entry here does not compile.
 */
export type Decision<Name extends CommandName> =
  | 'own'
  | 'duty'
  | {
      about: (input: CommandInput<Name>) => Case | null
      /** See `CaseParty` in own-case.ts; default `judge`. */
      as?: 'judge' | 'duty' | 'shop-or-judge' | 'shop-or-duty'
    }

const order = { about: (input: { order_id: string }): Case => ({ subject: 'order', id: input.order_id }) }
const claim = { about: (input: { claim_id: string }): Case => ({ subject: 'claim', id: input.claim_id }) }
const lot = { about: (input: { lot_id: string }): Case => ({ subject: 'lot', id: input.lot_id }) }
const shop = { about: (input: { vendor_id: string }): Case => ({ subject: 'shop', id: input.vendor_id }) }
const supportCase = { about: (input: { case_id: string }): Case => ({ subject: 'support_case', id: input.case_id }) }
const user = { about: (input: { user_id: string }): Case => ({ subject: 'person', id: input.user_id }) }

export const decisions: { [Name in CommandName]: Decision<Name> } = {
  'refund-part': order,
  'log-call': order,
  'look-up-buyer': order,
  'decide-uncollected': order,
  'repeat-refund': { about: ({ refund_id }) => ({ subject: 'refund', id: refund_id }) },
  'decide-amount': { about: ({ amount_id }) => ({ subject: 'amount', id: amount_id }) },
  'record-bank-deposit': { about: ({ pickup_point_id }) => ({ subject: 'place', id: pickup_point_id }) },
  'resolve-difference': { about: ({ difference_id }) => ({ subject: 'difference', id: difference_id }) },
  'check-payout': { about: ({ payout_id }) => ({ subject: 'payout', id: payout_id }) },
  'hold-payouts': shop,
  'decide-vendor': shop,
  'decide-shop-change': { about: ({ shop_change_id }) => ({ subject: 'shop_change', id: shop_change_id }) },
  'decide-business': { about: ({ business_id }) => ({ subject: 'business', id: business_id }) },
  'answer-quantity-request': {
    about: ({ quantity_request_id }) => ({ subject: 'quantity_request', id: quantity_request_id }),
  },
  'confirm-stockpile': { about: ({ product_id }) => ({ subject: 'product', id: product_id }) },
  'judge-buy-picture': { about: ({ group_buy_id }) => ({ subject: 'buy', id: group_buy_id }) },
  'cancel-group-buy': { about: ({ group_buy_id }) => ({ subject: 'buy', id: group_buy_id }), as: 'shop-or-judge' },
  'message-group-buy': { about: ({ group_buy_id }) => ({ subject: 'buy', id: group_buy_id }), as: 'shop-or-judge' },
  'extend-group-buy': { about: ({ group_buy_id }) => ({ subject: 'buy', id: group_buy_id }), as: 'shop-or-judge' },
  'propose-decision': claim,
  'decide-claim': claim,
  'decide-appeal': claim,
  'decide-lot': lot,
  'decide-lot-appeal': lot,
  'judge-review': { about: ({ review_id }) => ({ subject: 'review', id: review_id }) },
  'judge-question': { about: ({ question_id }) => ({ subject: 'question', id: question_id }) },
  'answer-contact-message': { about: ({ id }) => ({ subject: 'support_case', id }) },
  'answer-support-case': supportCase,
  'assign-support-case': supportCase,
  'change-support-case': supportCase,
  'decide-report': { about: ({ report_id }) => ({ subject: 'message_report', id: report_id }) },
  'set-role': user,
  'verify-account': user,
  'suspend-account': user,
  'reinstate-account': user,
  'reveal-contact': user,
  'assign-region': { about: ({ manager_id }) => ({ subject: 'person', id: manager_id }) },
  'enter-shortfall': {
    about: ({ group_buy_id, line_id }) =>
      group_buy_id ? { subject: 'buy', id: group_buy_id } : line_id ? { subject: 'line', id: line_id } : null,
    as: 'shop-or-duty',
  },
  'preview-shortfall': {
    about: ({ group_buy_id, line_id }) =>
      group_buy_id ? { subject: 'buy', id: group_buy_id } : line_id ? { subject: 'line', id: line_id } : null,
    as: 'shop-or-duty',
  },
  'answer-shortfall': {
    about: ({ shortfall_id }) => ({ subject: 'shortfall', id: shortfall_id }),
    as: 'shop-or-judge',
  },
  'withdraw-shortfall': {
    about: ({ shortfall_id }) => ({ subject: 'shortfall', id: shortfall_id }),
    as: 'shop-or-duty',
  },
  'override-hand-over': { about: ({ hand_over_id }) => ({ subject: 'hand_over', id: hand_over_id }), as: 'duty' },

  'pack-order': 'duty',
  'mark-ready': 'duty',
  'weigh-in': 'duty',
  'correct-load': 'duty',
  'hand-over': 'duty',
  'read-code-checks': 'duty',
  'send-offline-hand-over': 'duty',
  'settle-offline-hand-over': 'duty',
  'plan-run': 'duty',
  'start-run': 'duty',
  'remove-from-run': 'duty',
  'sort-stops': 'duty',
  // A rider has no stop with an order of their own (plan-run).
  'fail-delivery': 'duty',
  // Only locks out; a chief whose partner's phone was stolen must be able to do it.
  'end-sessions': 'duty',
  // The law requires an answer to anyone; two chiefs confirm an erasure.
  'open-data-request': 'duty',
  'handle-data-request': 'duty',
  'confirm-erasure': 'duty',
  'make-data-export': 'duty',
  'take-data-export': 'duty',
  'save-data-incident': 'duty',
  'invite-staff': 'duty',
  'end-membership': 'duty',
  'save-place': 'duty',
  'close-place': 'duty',
  'save-zone': 'duty',
  'close-zone': 'duty',
  'save-measure': 'duty',
  'remove-measure': 'duty',
  'write-to-person': 'duty',
  'send-region-notice': 'duty',
  'decide-region-notice': 'duty',
  'send-mail-again': 'duty',
  'send-test-mail': 'own',
  // Its words are for all users alike; those of account security cannot be changed.
  'save-message-text': 'duty',
  'send-test-message': 'own',
  'send-email': 'duty',

  // Concerns all users alike.
  'check-books': 'duty',
  'plan-setting': 'duty',
  'withdraw-setting': 'duty',

  'join-group-buy': 'own',
  'leave-group-buy': 'own',
  'join-waiting-list': 'own',
  'leave-waiting-list': 'own',
  'save-business': 'own',
  'order-for-business': 'own',
  'invite-colleague': 'own',
  'join-business': 'own',
  'leave-business': 'own',
  'pass-business': 'own',
  'request-quantity': 'own',
  'withdraw-quantity-request': 'own',
  'pay-orders': 'own',
  'pay-difference': 'own',
  'order-cart': 'own',
  'save-cart': 'own',
  'cancel-order': 'own',
  'reduce-order': 'own',
  'cancel-payment': 'own',
  'confirm-part-pack': 'own',
  'honour-group-buy': 'own',
  'write-to-support': 'own',
  'report-message': 'own',
  'set-bank-account': 'own',
  'request-payout': 'own',
  'set-weekly-payouts': 'own',
  'choose-return': 'own',
  'show-buyer-phone': 'own',
  // Decide nothing, and each writes its own row that says who did it.
  'add-staff-note': 'own',
  'finish-next-call': 'own',
  'log-record-view': 'own',
  'find-orders-by-phone': 'own',
  'find-people-by-contact': 'own',
  'add-shop-note': 'own',
  // The shop pays for it.
  'give-back-part': 'own',
  'choose-fulfilment': 'own',
  'save-address': 'own',
  'remove-address': 'own',
  'delete-account': 'own',
  'log-data-export': 'own',
  'sign-up-vendor': 'own',
  'request-shop-change': 'own',
  'withdraw-shop-change': 'own',
  'save-shop-profile': 'own',
  'save-shop-days': 'own',
  'send-contact-message': 'own',
  'start-conversation': 'own',
  'choose-text-channel': 'own',
  'subscribe-to-pushes': 'own',
  'unsubscribe-from-pushes': 'own',
  'open-claim': 'own',
  'confirm-hand-over': 'own',
  'confirm-replacement': 'own',
  // The shop answers a claim against itself.
  'answer-claim': 'own',
  'offer-settlement': 'own',
  'withdraw-offer': 'own',
  'answer-offer': 'own',
  'preview-claim-refund': 'own',
  'withdraw-claim': 'own',
  'appeal-claim': 'own',
  'appeal-lot': 'own',
  'rate-order': 'own',
  'reply-to-review': 'own',
  'report-review': 'own',
  'ask-question': 'own',
  'answer-question': 'own',
  'archive-products': 'own',
  'restore-products': 'own',
  'pause-products': 'own',
  'set-stock': 'own',
  'prepare-product-import': 'own',
  'start-product-import': 'own',
  'set-out-of-stock': 'own',
  'report-question': 'own',
  'read-codes': 'own',
  'renew-code': 'own',
  'name-nominee': 'own',
  'accept-invitation': 'own',
  'choose-uncollected-outcome': 'own',
}
