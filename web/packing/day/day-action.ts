import type { Api } from '#api/api.ts'
import { commandResult, type SubmittedForm } from '#web/forms/form.ts'

/** As many orders as one person can have in a bag. */
const MAX_ORDERS = 50

/** Ticks all orders of a bag, or takes their ticks back; stops at the first that is refused. */
export async function handleDayForm(api: Api, form: SubmittedForm) {
  const packed = form.field('intent') === 'pack'
  const [first = '', ...others] = form.data.getAll('order_id').map(String).slice(0, MAX_ORDERS)
  let done = await api.command('pack-order', { order_id: first, line_id: null, packed })
  for (const order_id of others) {
    if (!done.ok) break
    done = await api.command('pack-order', { order_id, line_id: null, packed })
  }
  const buyer = form.field('buyer')
  return commandResult(form, done, packed ? `The bag of ${buyer} is packed.` : `The mark of ${buyer}’s bag is removed.`)
}
