import { checkFields, optional, wholeNumber } from '#domain/forms/validation.ts'
import { planPayout } from '#domain/payouts/requesting.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { readSecondsSinceProof } from './bank-account/seconds-since-proof.ts'
import { beginPayout } from './begin-payout.ts'
import { lockShop } from './lock-shop.ts'

/** A vendor requests a payout of the shop's earnings, or of a part of them. */
export const requestPayout: Command<'request-payout'> = {
  name: 'request-payout',
  who: 'signed-in',
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['amount_kobo'],
  check: (raw) => checkFields(raw, { amount_kobo: optional(wholeNumber({ label: 'Amount', min: 1, max: MAX_KOBO })) }),
  async run({ input, caller, tx, context: { siteUrl, gateway } }) {
    const shop = await lockShop(tx, { ownerId: caller.userId })
    if (!shop) return refuse('vendor_profile_not_found')
    const amountKobo = planPayout(shop, {
      requestedKobo: input.amount_kobo === null ? null : BigInt(input.amount_kobo),
      hasOpenPayout: shop.isOneOnItsWay,
      secondsSinceProof: await readSecondsSinceProof(tx, caller),
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

const MAX_KOBO = 99_999_999_999_999
