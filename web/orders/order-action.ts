import { redirect } from 'react-router'
import type { Api } from '#api/api.ts'
import type { CommandName, CommandResult } from '#api/commands.ts'

/**
 * Result of a form on an order's page, in English until rendered (see `translate`). `body`: a message that could not be
 * sent.
 */
interface OrderActionResult {
  text: string
  ok: boolean
  body: string
}

interface OrderFormInput {
  form: FormData
  orderId: string
}

/** Dispatches a form of an order's page by its intent. */
export async function handleOrderForm(
  api: Api,
  { form, orderId }: OrderFormInput,
): Promise<OrderActionResult | Response> {
  switch (form.get('intent')) {
    case 'leave': {
      const left = await api.command('leave-group-buy', { order_id: orderId })
      const isUnpaid = left.ok && left.value.order.status === 'cancelled'
      return toResult(
        left,
        isUnpaid
          ? /*i18n*/ 'You left this group buy. You had not paid, so you owe nothing.'
          : /*i18n*/ 'You left this group buy. Your money is on its way back to you.',
      )
    }
    case 'cancel': {
      const to = form.get('return_to')
      const cancelled = await api.command('cancel-order', {
        order_id: orderId,
        return_to: to === 'peps' || to === 'source' ? to : null,
      })
      const isUnpaid = cancelled.ok && cancelled.value.order.status === 'cancelled'
      return toResult(
        cancelled,
        isUnpaid
          ? /*i18n*/ 'You cancelled this order. You had not paid, so you owe nothing.'
          : /*i18n*/ 'You cancelled this order. Your money is on its way back to you.',
      )
    }
    case 'less': {
      const lowered = await api.command('reduce-order', {
        order_id: orderId,
        product_id: String(form.get('product_id') ?? '') || null,
        quantity: Number(form.get('quantity')),
        updated_at: String(form.get('updated_at') ?? ''),
      })
      return toResult(lowered, /*i18n*/ 'You take less now. See the new amounts below.')
    }
    case 'got': {
      const confirmed = await api.command('confirm-hand-over', { hand_over_id: String(form.get('hand_over_id') ?? '') })
      return toResult(confirmed, /*i18n*/ 'Thank you. The shop is paid once the time for claims is over.')
    }
    case 'rate': {
      const comment = String(form.get('body') ?? '')
      const rated = await api.command('rate-order', { order_id: orderId, rating: Number(form.get('rating')), comment })
      const thanks = /*i18n*/ 'Thank you. Your rating is on the shop’s page now.'
      return { ...toResult(rated, thanks), body: rated.ok ? '' : comment }
    }
    case 'return': {
      const to = form.get('return_to')
      const input = { order_id: orderId, return_to: to === 'peps' || to === 'source' ? to : null } as const
      return toResult(await api.command('choose-return', input), /*i18n*/ 'Your choice is saved.')
    }
    default:
      return sendMessage(api, { form, orderId })
  }
}

function toResult<Name extends CommandName>(done: CommandResult<Name>, text: string): OrderActionResult {
  return { text: done.ok ? text : done.refusal.message, ok: done.ok, body: '' }
}

async function sendMessage(api: Api, { form, orderId }: OrderFormInput): Promise<OrderActionResult | Response> {
  const body = String(form.get('body') ?? '')
  const sent = await api.command(
    'start-conversation',
    { order_id: orderId, body },
    String(form.get('key') ?? '') || undefined,
  )
  if (!sent.ok) return { text: sent.refusal.message, ok: false, body }
  return redirect(`/account/messages/${sent.value.conversation_id}`)
}
