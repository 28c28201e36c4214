import { planPayout } from '#domain/payouts/requesting.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { checkFields, optional, wholeNumber } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'
import { beginPayout } from './begin-payout.ts'
import { lockShop } from './lock-shop.ts'
import { secondsSinceProofOf } from './seconds-since-proof.ts'

/** A vendor takes out what their shop has earned, or a part of it. */
export const requestPayout: Command<'request-payout'> = {
  name: 'request-payout',
  who: 'signed-in',
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['amount_kobo'],
  check: (raw) =>
    checkFields(raw, { amount_kobo: optional(wholeNumber({ label: 'Amount', least: 1, most: MOST_KOBO })) }),
  async run({ input, caller, tx, shop: { siteUrl, gateway } }) {
    const shop = await lockShop(tx, { ownerId: caller.userId })
    if (!shop) return refuse('vendor_profile_not_found')
    const amountKobo = planPayout(shop, {
      wishKobo: input.amount_kobo === null ? null : BigInt(input.amount_kobo),
      isOneOnItsWay: shop.isOneOnItsWay,
      secondsSinceProof: await secondsSinceProofOf(tx, caller),
    })
    if (isRefusal(amountKobo)) return amountKobo
    const id = await beginPayout(tx, shop, { amountKobo, gateway, weeklyFor: null, siteUrl })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'payout.request',
      subject: { type: 'vendor', id: shop.vendorId },
      after: { amount_kobo: Number(amountKobo), bank: shop.account?.bankName, last_four: shop.account?.lastFour },
    })
    return { payout_id: id, amount_kobo: Number(amountKobo) }
  },
}

const MOST_KOBO = 99_999_999_999_999
