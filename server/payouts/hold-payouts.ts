import { checkFields, flag, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'
import { isChief } from './is-chief.ts'
import { lockShop } from './lock-shop.ts'

/**
 * Stops or resumes payouts to a shop, with a reason shown to its vendor. Payouts that were sent already are not
 * affected.
 */
export const holdPayouts: Command<'hold-payouts'> = {
  name: 'hold-payouts',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['vendor_id', 'held', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      vendor_id: uuid('Shop'),
      held: flag(),
      reason: text({ label: 'Reason', min: 3, max: 300 }),
    }),
  async run({ input: { vendor_id: vendorId, held, reason }, caller, tx, context: { siteUrl } }) {
    if (!(await isChief(tx, caller))) return refuse('not_found')
    const shop = await lockShop(tx, { vendorId })
    if (!shop) return refuse('not_found')
    if (shop.isStopped === held) return refuse('already_done')
    await tx.query(
      `insert into public.payout_terms (vendor_id, held_at, held_by, hold_reason)
       values ($1, case when $2 then clock_timestamp() end, case when $2 then $3::uuid end, case when $2 then $4::text end)
       on conflict (vendor_id) do update set held_at = excluded.held_at, held_by = excluded.held_by, hold_reason = excluded.hold_reason`,
      [vendorId, held, caller.userId, reason],
    )
    const facts = { shop: shop.shopName, held, reason }
    await queueSystemMail(tx, 'payouts-held', { to: shop.email, person: shop.ownerId, facts, siteUrl })
    await recordAct(tx, {
      actorId: caller.userId,
      action: held ? 'payout.hold' : 'payout.release',
      subject: { type: 'vendor', id: vendorId },
      after: { reason },
    })
    return { vendor_id: vendorId, held }
  },
}
