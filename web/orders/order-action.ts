import { redirect } from 'react-router'
import type { Api } from '#api/api.ts'
import type { CommandName, CommandResult } from '#api/commands.ts'

/** What came of a press on an order's page. `body`: a message that could not be sent. */
interface OrderAnswer {
  text: string
  ok: boolean
  body: string
}

interface Pressed {
  form: FormData
  orderId: string
}

/** A form of an order's page, by its intent. */
export async function actOnOrder(api: Api, { form, orderId }: Pressed): Promise<OrderAnswer | Response> {
  switch (form.get('intent')) {
    case 'leave': {
      const left = await api.command('leave-group-buy', { order_id: orderId })
      const isUnpaid = left.ok && left.value.order.status === 'cancelled'
      return answer(left, isUnpaid ? 'You left this group buy. You owe nothing.' : `You left this group buy. ${BACK}`)
    }
    case 'cancel': {
      const to = form.get('return_to')
      const cancelled = await api.command('cancel-order', {
        ...{ order_id: orderId, return_to: to === 'peps' || to === 'source' ? to : null },
      })
      const isUnpaid = cancelled.ok && cancelled.value.order.status === 'cancelled'
      return answer(
        cancelled,
        isUnpaid ? 'You cancelled this order. You owe nothing.' : `You cancelled this order. ${BACK}`,
      )
    }
    case 'less': {
      const lowered = await api.command('take-less', {
        order_id: orderId,
        product_id: String(form.get('product_id') ?? '') || null,
        quantity: Number(form.get('quantity')),
        updated_at: String(form.get('updated_at') ?? ''),
      })
      return answer(lowered, 'You take less now. The new amounts are below.')
    }
    case 'rate': {
      const comment = String(form.get('body') ?? '')
      const rated = await api.command('rate-order', { order_id: orderId, rating: Number(form.get('rating')), comment })
      return { ...answer(rated, 'Thank you. Your rating stands on the shop’s page.'), body: rated.ok ? '' : comment }
    }
    case 'return': {
      const to = form.get('return_to')
      const wish = { order_id: orderId, return_to: to === 'peps' || to === 'source' ? to : null } as const
      return answer(await api.command('choose-return', wish), 'Your choice is saved.')
    }
    default:
      return write(api, { form, orderId })
  }
}

const BACK = 'Your money is on its way back to you.'

function answer<Name extends CommandName>(done: CommandResult<Name>, text: string): OrderAnswer {
  return { text: done.ok ? text : done.refusal.message, ok: done.ok, body: '' }
}

async function write(api: Api, { form, orderId }: Pressed): Promise<OrderAnswer | Response> {
  const body = String(form.get('body') ?? '')
  const sent = await api.command(
    'start-conversation',
    { order_id: orderId, body },
    String(form.get('key') ?? '') || undefined,
  )
  if (!sent.ok) return { text: sent.refusal.message, ok: false, body }
  return redirect(`/account/messages/${sent.value.conversation_id}`)
}
