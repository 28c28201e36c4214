import { kobo, plural } from '#web/ui/format.ts'
import type { ShopWithMoney } from './queries.ts'

type HeldMoney = Pick<
  ShopWithMoney,
  'releasable_kobo' | 'held_kobo' | 'held_orders' | 'on_its_way_kobo' | 'on_its_way_payouts'
>

/** How much of a shop's money is held while its payouts are stopped, and what continues. */
export function holdText(money: HeldMoney): string {
  const { held_kobo: held, held_orders: orders, on_its_way_kobo: going, on_its_way_payouts: payouts } = money
  const later = held ? ` ${kobo(held)} of ${plural(orders ?? 0, 'order')} not handed over yet is stopped too.` : ''
  const sent = going
    ? ` ${kobo(going)} in ${plural(payouts ?? 0, 'payout')} is on its way and is not stopped.`
    : ' No payout is on its way.'
  return `${kobo(money.releasable_kobo ?? 0)} that the shop may take out stays here.${later}${sent} The vendor is told by mail, with your reason.`
}

export function resumeText(money: HeldMoney): string {
  return `The shop may take out ${kobo(money.releasable_kobo ?? 0)} again. The vendor is told by mail, with your reason.`
}
