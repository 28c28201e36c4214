import { isPayDayDue, lastPayDay } from '#domain/payouts/pay-days.ts'
import { payableKobo, refusePayout } from '#domain/payouts/requesting.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { CLOCK } from '#server/identities.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { beginPayout } from './begin-payout.ts'
import { lockShop } from './lock-shop.ts'

/**
 * Starts the weekly payouts of the latest pay day, once per shop: its whole balance except disputed money, if it
 * reaches the minimum.
 */
export async function beginWeeklyPayouts(deps: PaymentDeps): Promise<void> {
  const { database } = deps
  const { payDay, shops } = await database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ now: Date; weekday: number }>(
      `select clock_timestamp() as now, public.whole_setting('payout_weekday') as weekday`,
    )
    const [at] = rows
    const payDay = at ? lastPayDay(at.now, at.weekday) : ''
    const { rows: shops } = await tx.query<{ vendor_id: string; weekly_since: Date }>(
      `select t.vendor_id, t.weekly_since from public.payout_terms t join ledger.accounts a on a.kind = 'vendor' and a.owner_id = t.vendor_id
       where t.weekly_since is not null and t.held_at is null and a.balance_kobo >= public.whole_setting('payout_least_naira') * 100
         and a.balance_kobo - ledger.disputed_kobo(t.vendor_id) >= public.whole_setting('payout_least_naira') * 100
         and not exists (select from public.payouts o where o.vendor_id = t.vendor_id and o.weekly_for = $1::date) limit 200`,
      [payDay],
    )
    return { payDay, shops: shops.filter(({ weekly_since }) => isPayDayDue(payDay, weekly_since)) }
  })
  for (const { vendor_id: vendorId } of shops) await payOutWeekly(deps, vendorId, payDay)
}

async function payOutWeekly({ database, gateway, siteUrl }: PaymentDeps, vendorId: string, payDay: string) {
  await database.as(CLOCK, async (tx) => {
    const shop = await lockShop(tx, { vendorId })
    // A shop that cannot be paid out today is retried until the next pay day.
    if (!shop || refusePayout(shop)) return
    const amountKobo = payableKobo(shop)
    if (amountKobo < shop.leastKobo) return
    const { rowCount } = await tx.query(
      `select from public.payout_terms t where t.vendor_id = $1 and t.weekly_since is not null
         and not exists (select from public.payouts o where o.vendor_id = $1 and o.weekly_for = $2::date)`,
      [vendorId, payDay],
    )
    if (rowCount === 0) return
    await beginPayout(tx, shop, { amountKobo, gateway: gateway.name, weeklyFor: payDay, siteUrl })
  })
}
