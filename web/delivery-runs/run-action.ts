import type { Api } from '#api/api.ts'
import type { PlanRunInput } from '#api/commands/delivery-runs.ts'
import type { FailReason } from '#domain/delivery-runs/failed-delivery.ts'
import { storeHandOverPhoto } from '#web/files/uploads/hand-over-photo.ts'
import { commandResult, reject, type SubmittedForm } from '#web/forms/form.ts'
import { plural } from '#web/ui/format.ts'

/** Dispatches a form about runs by its intent: the planner's or the rider's. */
export async function handleRunForm(api: Api, form: SubmittedForm, userId: string | null) {
  const { field, key } = form
  switch (field('intent')) {
    case 'start': {
      const done = await api.command('start-run', { run_id: field('run_id') }, key)
      return commandResult(form, done, 'The run has started. The buyers have been notified.')
    }
    case 'sort': {
      const order = { run_id: field('run_id'), stop_ids: form.data.getAll('stop_id').map(String) }
      return commandResult(form, await api.command('sort-stops', order), 'The order of the doors is changed.')
    }
    case 'take-out': {
      const done = await api.command('remove-from-run', { stop_id: field('stop_id') }, key)
      return commandResult(form, done, 'Removed. The buyer has been notified, and the order can go on another run.')
    }
    case 'fail': {
      const { photo, fault } = await storeHandOverPhoto(api, form.data, userId)
      if (fault) return reject(form, { text: fault })
      const failure = {
        stop_id: field('stop_id'),
        reason: field('reason') as FailReason,
        note: field('note'),
        photo,
      }
      const done = await api.command('fail-delivery', failure, key)
      return commandResult(form, done, ({ next }) => {
        const then = next === 'collect' ? 'Bring it back: the buyer will collect it.' : 'It can go on another run.'
        return `Order ${field('order_no')} is recorded as not delivered. ${then}`
      })
    }
    default: {
      const done = await api.command('plan-run', readRunInput(form), key)
      return commandResult(
        form,
        done,
        ({ stops }) => `The run has ${plural(stops, 'stop')} now. The buyers have been told the time.`,
      )
    }
  }
}

function readRunInput({ field, data }: SubmittedForm): PlanRunInput {
  const added = /^add:(.+)$/.exec(field('intent'))?.[1]
  const order_ids = data.getAll('order').map(String)
  if (added !== undefined) {
    const [run_id = '', rider_id = '', window_from = '', window_until = ''] = added.split('|')
    return { run_id, pickup_point_id: null, vendor_id: null, rider_id, window_from, window_until, order_ids }
  }
  const [house = '', rider_id = ''] = field('rider').split('|')
  const [kind, houseId = ''] = house.split(':')
  return {
    run_id: field('run_id') || null,
    pickup_point_id: kind === 'hub' ? houseId : null,
    vendor_id: kind === 'shop' ? houseId : null,
    rider_id,
    window_from: field('window_from') || `${field('day')}T${field('from')}`,
    window_until: field('window_until') || `${field('day')}T${field('until')}`,
    order_ids,
  }
}
