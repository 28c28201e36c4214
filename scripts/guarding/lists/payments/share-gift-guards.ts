import type { Guard } from '../../guard.ts'

const GIFTS = 'server/share-gifts/share-gifts.test.ts'
const ENDED_GIFTS = 'server/share-gifts/ended-gifts.test.ts'
const GUARDED_GIFTS = 'server/share-gifts/guarded-gifts.test.ts'
const GIVEN_AT_ONCE = 'server/share-gifts/given-at-once.test.ts'

export const SHARE_GIFT_GUARDS: readonly Guard[] = [
  {
    name: 'a share is accepted by the person it was given to',
    file: 'server/share-gifts/accept-share.ts',
    text: "if (!gift.is_for_caller) return refuse('gift_for_other')",
    broken: '',
    tests: [GIFTS],
  },
  {
    name: 'a share that is being paid for is not withdrawn',
    file: 'server/share-gifts/withdraw-share.ts',
    text: "if (gift.is_being_paid) return refuse('share_being_paid')",
    broken: '',
    tests: [ENDED_GIFTS],
  },
  {
    name: 'nobody leaves a share that somebody else is paying for',
    file: 'server/group-buys/leave-group-buy.ts',
    text: "if (order.is_being_taken) return refuse('share_being_paid')",
    broken: '',
    tests: [ENDED_GIFTS],
  },
  {
    name: 'a share that was taken over has no free hour',
    file: 'domain/group-buys/participants/leaving.ts',
    text: 'order.paidAt && !order.takesOver',
    broken: 'order.paidAt',
    tests: [GIFTS],
  },
  {
    name: 'a share that was taken over is locked at once',
    file: 'database/orders/rules.sql',
    text: "(e.paid_at <= greatest(clock_timestamp() - interval '1 hour', g.top_up_at) or e.takes_over_order_id is not null)",
    broken: "e.paid_at <= greatest(clock_timestamp() - interval '1 hour', g.top_up_at)",
    tests: [GIFTS],
  },
  {
    name: 'money for a share that has changed goes back',
    file: 'server/payments/read-payment.ts',
    text: "isPending: status === 'pending' && !cannot_take_over,",
    broken: "isPending: status === 'pending',",
    tests: [ENDED_GIFTS],
  },
  {
    name: 'a share stays within the maximum of its receiver',
    file: 'database/share-gifts/rules.sql',
    text: 'if own.units + share.quantity > public.own_max_quantity(buy.id, person, buy.max_quantity) then',
    broken: 'if false then',
    tests: [GIFTS],
  },
  {
    name: "a shop's people take over no share of it",
    file: 'database/share-gifts/rules.sql',
    text: 'if rights.serves_shop(person, share.vendor_id) then',
    broken: 'if false then',
    tests: [GIFTS],
  },
  {
    name: 'promises to others keep their participants',
    file: 'database/share-gifts/rules.sql',
    text: 'if own.is_paid and share.is_paid and not giver_stays and public.has_late_promise(buy) then',
    broken: 'if false then',
    tests: [GIFTS],
  },
  {
    name: 'an order that is being taken over does not expire',
    file: 'database/payments/rules.sql',
    text: "where t.takes_over_order_id = wanted and t.status = 'pending' and p.status in",
    broken: 'where false and p.status in',
    tests: [ENDED_GIFTS],
  },
  {
    name: 'a share is counted once while it changes hands',
    file: 'database/orders/sums.sql',
    text: 'elsif old.is_live and not new.is_live and exists (select from public.orders t where t.takes_over_order_id = new.id and t.is_live) then',
    broken: 'elsif false then',
    tests: [GIFTS],
  },
  {
    name: 'giver and receiver never have one share',
    file: 'database/share-gifts/guards.sql',
    text: 'if exists (select from public.orders t join public.orders o on o.id = t.takes_over_order_id where t.id = new.id and t.is_live',
    broken: 'if exists (select from public.orders t join public.orders o on o.id = t.takes_over_order_id where false',
    tests: [GUARDED_GIFTS],
  },
  {
    name: 'an order takes over what was given to its buyer',
    file: 'database/share-gifts/guards.sql',
    text: 'where o.id = new.takes_over_order_id and rights.is_gift_for(s, new.user_id) and',
    broken: 'where o.id = new.takes_over_order_id and',
    tests: [GUARDED_GIFTS],
  },
  {
    name: 'a share is paid for by one of giver and receiver',
    file: 'domain/payments/paying.ts',
    text: 'if (shareFault) return refuse(shareFault)',
    broken: '',
    tests: [GIVEN_AT_ONCE],
  },
  {
    name: 'a gift ends with the order',
    file: 'database/share-gifts/guards.sql',
    text: `update public.orders set status = 'cancelled', amount_due_kobo = 0, ended_at = clock_timestamp(), end_reason = 'the share was not taken over'
    where takes_over_order_id = new.id and status = 'pending';`,
    broken: '',
    tests: [ENDED_GIFTS],
  },
]
