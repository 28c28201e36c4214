import { closuresToCome } from '#domain/places/closed-days.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { startOfLagosDay } from '#domain/time/calendar.ts'
import { countPromises, promisesText } from '#domain/vendors/promises.ts'
import { shopPauseFault } from '#domain/vendors/shop-pause.ts'
import { checkShopDays } from '#domain/vendors/shop-profile.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockOwnShop } from './lock-own-shop.ts'
import { readPromises } from './read-promises.ts'

/**
 * A vendor sets closed days, or takes no new orders until a day. Promises stay: they are named first, and only saved
 * over once the vendor has accepted their number.
 */
export const saveShopDays: Command<'save-shop-days'> = {
  name: 'save-shop-days',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['closed_days', 'paused_until', 'pause_note', 'holiday_note', 'seen', 'accepted_promises'],
  check: checkShopDays,
  async run({ input, caller, tx }) {
    const shop = await lockOwnShop(tx, { userId: caller.userId, seen: input.seen })
    if (isRefusal(shop)) return shop
    const { rows: clock } = await tx.query<{ now: Date }>('select clock_timestamp() as now')
    const now = clock[0]?.now ?? new Date()
    const fault = input.paused_until === null ? null : shopPauseFault(input.paused_until, now)
    if (fault) return refuse('invalid_input', { message: fault, errors: { paused_until: fault } })
    const days = {
      closed_days: closuresToCome(input.closed_days, now),
      paused_until: input.paused_until,
      pause_note: input.paused_until === null ? '' : input.pause_note,
      holiday_note: input.holiday_note,
    }
    const promises = await readPromises(tx, {
      shopId: shop.id,
      closedDays: days.closed_days,
      formerDays: shop.closed_days,
      pauses: days.paused_until !== null && shop.paused_until === null,
    })
    if (countPromises(promises) > (input.accepted_promises ?? 0)) {
      return refuse('promises_not_accepted', {
        message: promisesText(promises),
        details: { promises: countPromises(promises), group_buys: promises.buyCount },
        lines: [...promises.orders.map((due) => ({ ...due })), ...promises.buys.map((buy) => ({ ...buy }))],
      })
    }
    const { rows } = await tx.query<{ seen: string }>(
      `update public.vendors v set closed_days = $2, paused_until = $3, pause_note = $4, holiday_note = $5 where id = $1
       returning to_jsonb(v) #>> '{updated_at}' as seen`,
      [
        shop.id,
        JSON.stringify(days.closed_days),
        days.paused_until === null ? null : startOfLagosDay(days.paused_until),
        days.pause_note,
        days.holiday_note,
      ],
    )
    const { closed_days, paused_until, pause_note, holiday_note } = shop
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'shop.change-days',
      subject: { type: 'vendor', id: shop.id },
      before: { closed_days, paused_until, pause_note, holiday_note },
      after: days,
    })
    return rows[0] ?? refuse('vendor_profile_not_found')
  },
}
