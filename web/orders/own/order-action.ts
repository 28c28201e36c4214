import { redirect } from 'react-router'
import type { Api } from '#api/api.ts'
import { commandResult, rejectCommand, type SubmittedForm } from '#web/forms/form.ts'

interface OrderFormInput {
  form: SubmittedForm
  orderId: string
}

/** Dispatches a form of an order's page by its intent. */
export async function handleOrderForm(api: Api, { form, orderId: order_id }: OrderFormInput) {
  const { field } = form
  switch (field('intent')) {
    case 'leave': {
      const most_charge_kobo = Number(field('most_charge_kobo') || 0)
      return commandResult(form, await api.command('leave-group-buy', { order_id, most_charge_kobo }), ({ order }) =>
        order.status === 'cancelled'
          ? /*i18n*/ 'You left this group buy. You had not paid, so you owe nothing.'
          : /*i18n*/ 'You left this group buy. Your money is on its way back to you.',
      )
    }
    case 'cancel': {
      const cancelled = await api.command('cancel-order', { order_id, return_to: readReturn(form) })
      return commandResult(form, cancelled, ({ order }) =>
        order.status === 'cancelled'
          ? /*i18n*/ 'You cancelled this order. You had not paid, so you owe nothing.'
          : /*i18n*/ 'You cancelled this order. Your money is on its way back to you.',
      )
    }
    case 'less': {
      const lowered = await api.command('reduce-order', {
        order_id,
        product_id: field('product_id') || null,
        quantity: Number(field('quantity')),
        updated_at: field('updated_at'),
      })
      return commandResult(form, lowered, /*i18n*/ 'You take less now. See the new amounts below.')
    }
    case 'got': {
      const confirmed = await api.command('confirm-hand-over', { hand_over_id: field('hand_over_id') })
      return commandResult(form, confirmed, /*i18n*/ 'Thank you. The shop is paid once the time for claims is over.')
    }
    case 'rate': {
      const rating = { order_id, rating: Number(field('rating')), comment: field('body') }
      const rated = await api.command('rate-order', rating)
      return commandResult(form, rated, /*i18n*/ 'Thank you. Your rating is on the shop’s page now.')
    }
    case 'return': {
      const chosen = await api.command('choose-return', { order_id, return_to: readReturn(form) })
      return commandResult(form, chosen, /*i18n*/ 'Your choice is saved.')
    }
    default: {
      const sent = await api.command('start-conversation', { order_id, body: field('body') }, form.key)
      if (!sent.ok) return rejectCommand(form, sent)
      return redirect(`/account/messages/${sent.value.conversation_id}`)
    }
  }
}

function readReturn({ field }: SubmittedForm): 'peps' | 'source' | null {
  const to = field('return_to')
  return to === 'peps' || to === 'source' ? to : null
}
