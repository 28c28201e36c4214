import { HOUR_MS } from '#domain/time/calendar.ts'
import { clocks } from '#domain/time/clocks.ts'
import { step, toIds } from '../clock-step.ts'
import { notifyOfTopUp } from './notify-of-top-up.ts'

const TOP_UP_HOURS = clocks.topUpMs / HOUR_MS

/** SQL: the window of this buy may close. The first conditions spare other buys the function. */
export const NEEDS_NO_TOP_UP = `(pack_size is null or top_up_at is not null or not public.needs_top_up(group_buys))`

// A window that ends with an open pack goes on for a day, or until payment is due. The target becomes that of the packs
// that were begun, so that what is missing in the last one is all that can be joined, and the other rules of a window
// do the rest (decision 0140). It waits while people answer whether they pay a
// higher price, because no joins are taken then.
export const TOP_UP = step(
  `status = 'active' and pack_size is not null and top_up_at is null and end_date <= clock_timestamp() and public.needs_top_up(group_buys)
    and public.price_vote_until(group_buys) is null`,
  {
    most: 50,
    move: `update public.group_buys g set top_up_at = clock_timestamp(), former_target_quantity = g.target_quantity,
      target_quantity = public.whole_packs_quantity(g), end_date = least(clock_timestamp() + interval '${TOP_UP_HOURS} hours', g.payment_due_at)
    where g.id in (select id from due) returning g.id`,
    notify: (tx, moved, siteUrl) => notifyOfTopUp(tx, toIds(moved), siteUrl),
  },
)

// Orders may end in the top-up time, and with them a pack that was begun: it is not opened again.
export const LOWER_TOP_UP = step(
  `status = 'active' and top_up_at is not null and current_quantity > 0 and target_quantity > greatest(public.whole_packs_quantity(group_buys), current_quantity)`,
  {
    most: 50,
    move: `update public.group_buys g set target_quantity = greatest(public.whole_packs_quantity(g), g.current_quantity)
    where g.id in (select id from due)`,
  },
)
