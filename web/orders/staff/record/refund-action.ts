import type { Api } from '#api/api.ts'
import { parseNaira } from '#domain/money.ts'
import { commandResult, reject, type SubmittedForm } from '#web/forms/form.ts'
import { kobo } from '#web/ui/format.ts'
import { readPartialRefundFigures } from './partial-refund-text.ts'

/** Handles `PartialRefundForm`: the first submission confirms nothing and is answered with the figures. */
export async function refundPart(api: Api, form: SubmittedForm, orderId: string) {
  const { field } = form
  const goodsKobo = parseNaira(field('goods'))
  if (goodsKobo === null || goodsKobo <= 0n) {
    return reject(form, { text: '', errors: { goods: 'This must be an amount in naira, such as 7,600.' } })
  }
  const seen = field('expected') || '0'
  const part = {
    order_id: orderId,
    goods_kobo: Number(goodsKobo),
    reason: field('reason'),
    payer: field('payer') === 'market' ? 'market' : 'vendor',
    expected_kobo: Number(seen),
  } as const
  const done = await api.command('refund-part', part, form.key && `${form.key}-${seen}`)
  if (!done.ok && done.refusal.code === 'refund_to_confirm') {
    return reject(form, { text: '', figures: readPartialRefundFigures(done.refusal.details ?? {}) })
  }
  return commandResult(form, done, ({ returned_kobo: back, refund_kobo: refund, is_waiting: isWaiting }) => {
    if (isWaiting) return 'Entered. Another chief has to approve it first, in the list of amounts. No money has moved.'
    const way = refund > 0 ? `${kobo(refund)} of it in naira, in 3 to 5 business days` : 'as PEPS, at once'
    return `${kobo(back)} goes back to the buyer, fee included: ${way}. Both sides have been told by mail.`
  })
}
