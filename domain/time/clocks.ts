// Durations (docs/states-amounts-clocks.md, "Clocks") that are not in the specification's section 9 (limits.ts). They
// are applied with the database's clock. Many are applied by SQL, which has intervals of its own:
// tests/prices/sql-agrees-with-domain.test.ts compares those of claims and reminders.

import { FREE_LEAVING_DAYS_BEFORE_CLOSE } from '#domain/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './calendar.ts'

export const clocks = {
  /** Window of a group buy, from publishing to `end_date`. */
  shortestWindowMs: 24 * HOUR_MS,
  longestWindowMs: 90 * DAY_MS,
  /** In windows shorter than this, free leaving is limited to the grace period. */
  windowWithFreeLeavingMs: 4 * DAY_MS,
  /** Free leaving ends this long before `end_date`. */
  freeLeavingEndsBeforeMs: FREE_LEAVING_DAYS_BEFORE_CLOSE * DAY_MS,
  /** Leaving is free again for this long after paying, while before `end_date`. */
  graceAfterPayingMs: HOUR_MS,
  /** Initial value of the settings `pay_to_join_hold_minutes` and `bulk_hold_minutes`, which apply. */
  holdMs: 30 * MINUTE_MS,
  /** A share is offered to a named person for this long; once they have accepted, they have this long to pay. */
  giftMs: DAY_MS,
  giftHoldMs: 30 * MINUTE_MS,
  remindersBeforeDueMs: [72 * HOUR_MS, 24 * HOUR_MS, 3 * HOUR_MS],
  /** Not a setting: at most 7 days are promised. */
  extensionMs: 3 * DAY_MS,
  freeLeavingAfterExtensionMs: 48 * HOUR_MS,
  vendorHonoursWithinMs: 12 * HOUR_MS,
  /** Time to answer whether one stays at a higher price, and the least time to pay after it. */
  priceVoteMs: 24 * HOUR_MS,
  payAfterVoteMs: 24 * HOUR_MS,
  remindBeforeVoteEndsMs: 4 * HOUR_MS,
  /** After the window of a buy in packs, for joins that fill the last pack; ends when payment is due. */
  topUpMs: 24 * HOUR_MS,
  /** For the vendor to confirm a part of the last pack. */
  partPackWithinMs: 12 * HOUR_MS,
  /** Time to collect (`public.collect_until`), and the grace after it for goods that keep (`public.grace_until`). */
  pickupPerishableMs: 48 * HOUR_MS,
  pickupOtherMs: 7 * DAY_MS,
  stockpileGraceMs: 48 * HOUR_MS,
  /** For an ordinary pickup: time between the last reminder and the end of the collection time. */
  lastCallBeforeMs: 24 * HOUR_MS,
  claimPerishableMs: 12 * HOUR_MS,
  claimOtherMs: 72 * HOUR_MS,
  claimNotReceivedMs: 7 * DAY_MS,
  bulkFreeCancelBeforeShareMs: 72 * HOUR_MS,
  /** Waiting period before payouts to a vendor's new bank account. */
  bankAccountWaitMs: 48 * HOUR_MS,
} as const
