import { checkFields, flag } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockShop } from './lock-shop.ts'

/** Turns a shop's automatic weekly payouts on or off. */
export const setWeeklyPayouts: Command<'set-weekly-payouts'> = {
  name: 'set-weekly-payouts',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['weekly'],
  check: (raw) => checkFields(raw, { weekly: flag() }),
  async run({ input: { weekly }, caller, tx }) {
    const shop = await lockShop(tx, { ownerId: caller.userId })
    if (!shop) return refuse('vendor_profile_not_found')
    if (shop.ownerRole !== 'vendor') return refuse('not_allowed')
    await tx.query(
      `insert into public.payout_terms (vendor_id, weekly_since) values ($1, case when $2 then clock_timestamp() end)
       on conflict (vendor_id) do update set weekly_since = case when $2 then coalesce(payout_terms.weekly_since, clock_timestamp()) end`,
      [shop.vendorId, weekly],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'payout.weekly',
      subject: { type: 'vendor', id: shop.vendorId },
      after: { weekly },
    })
    return { weekly }
  },
}
